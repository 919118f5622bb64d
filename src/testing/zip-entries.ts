/** Reads the entries of a zip file for tests on logs that other tools wrote as zips. */
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const END = 0x06054b50;

/** The text of every stored or deflated entry by name; an entry of another method is left out. */
export function zipEntries(path: string): ReadonlyMap<string, string> {
  const file = readFileSync(path);
  let end = file.length - 22;
  while (end > 0 && file.readUInt32LE(end) !== END) end -= 1;
  const count = file.readUInt16LE(end + 10);
  const entries = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    const method = file.readUInt16LE(at + 10);
    const size = file.readUInt32LE(at + 20);
    const nameLength = file.readUInt16LE(at + 28);
    const extra = file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    const local = file.readUInt32LE(at + 42);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(start, start + size);
    if (method === 0) entries.set(name, bytes.toString("utf8"));
    if (method === 8) entries.set(name, inflateRawSync(bytes).toString("utf8"));
    at += 46 + nameLength + extra;
  }
  return entries;
}
