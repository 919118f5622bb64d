/** Thin wrapping of a DuckDB connection: rows as plain objects, bulk appends, transactions. */

import type { DuckDBConnection, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import type { Column, Table } from "./schema.ts";

export type DuckDb = typeof import("@duckdb/node-api");

type Cell = string | number | boolean | null | readonly string[];
export type Row = Readonly<Record<string, Cell>>;
type Parameters = Readonly<Record<string, Cell>>;

/** Contract: one call at a time; a transaction whose body throws leaves nothing behind. */
export interface Sql {
  rows<T>(sql: string, parameters?: Parameters): Promise<readonly T[]>;
  run(sql: string, parameters?: Parameters): Promise<void>;
  /** Adds rows; every column of the table has to be named in each of them. */
  append(table: Table, rows: readonly Row[]): Promise<void>;
  transaction<T>(body: () => Promise<T>): Promise<T>;
  /** True where something other than a query was carried out. */
  hasWritten(): boolean;
}

/** Loads DuckDB's native library on first use, since it takes a good part of a second. */
export function loadDuckDb(): Promise<DuckDb> {
  return import("@duckdb/node-api");
}

/** Wraps an open connection. */
export function sqlOn(duckdb: DuckDb, connection: DuckDBConnection): Sql {
  const bound = (parameters: Parameters): [Record<string, DuckDBValue>, Record<string, DuckDBType>] => {
    const values: Record<string, DuckDBValue> = {};
    const types: Record<string, DuckDBType> = {};
    for (const [name, cell] of Object.entries(parameters)) {
      if (isList(cell)) {
        values[name] = duckdb.listValue([...cell]);
        types[name] = duckdb.LIST(duckdb.VARCHAR);
      } else {
        values[name] = cell;
        types[name] =
          typeof cell === "number"
            ? duckdb.DOUBLE
            : typeof cell === "boolean"
              ? duckdb.BOOLEAN
              : duckdb.VARCHAR;
      }
    }
    return [values, types];
  };
  let written = false;
  const sql: Sql = {
    hasWritten: () => written,
    async rows<T>(text: string, parameters: Parameters = {}) {
      const reader = await connection.runAndReadAll(text, ...bound(parameters));
      return reader.getRowObjectsJS().map(withPlainNumbers) as T[];
    },
    async run(text, parameters = {}) {
      written = true;
      await connection.run(text, ...bound(parameters));
    },
    async append(table, rows) {
      if (rows.length === 0) return;
      written = true;
      const appender = await connection.createAppender(table.name);
      const list = duckdb.LIST(duckdb.VARCHAR);
      for (const row of rows) {
        for (const column of table.columns) {
          const cell = row[column.name];
          if (cell === undefined) throw new Error(`row for ${table.name} lacks column ${column.name}`);
          if (cell === null) appender.appendNull();
          else if (isList(cell)) appender.appendList([...cell], list);
          else appendCell(appender, column, cell);
        }
        appender.endRow();
      }
      appender.closeSync();
    },
    async transaction(body) {
      await connection.run("BEGIN TRANSACTION");
      try {
        const result = await body();
        await connection.run("COMMIT");
        return result;
      } catch (error) {
        // A failed COMMIT has rolled back by itself; then there is nothing left to roll back.
        await connection.run("ROLLBACK").catch(() => undefined);
        throw error;
      }
    },
  };
  return sql;
}

function appendCell(
  appender: Awaited<ReturnType<DuckDBConnection["createAppender"]>>,
  column: Column,
  cell: string | number | boolean,
): void {
  if (typeof cell === "string") appender.appendVarchar(cell);
  else if (typeof cell === "boolean") appender.appendBoolean(cell);
  else if (column.type === "DOUBLE") appender.appendDouble(cell);
  else if (column.type === "BIGINT") appender.appendBigInt(BigInt(cell));
  else appender.appendInteger(cell);
}

function isList(cell: Cell): cell is readonly string[] {
  return Array.isArray(cell);
}

function withPlainNumbers(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
  );
}
