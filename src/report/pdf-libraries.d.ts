/** The part of pdfkit and svg-to-pdfkit that is used; the packages ship no types. */

declare module "pdfkit" {
  import type { Readable } from "node:stream";

  /** A document with one page of this size in points; its bytes come as a stream. */
  export default class PDFDocument extends Readable {
    constructor(options: {
      readonly size: readonly [number, number];
      readonly margin: number;
      readonly info: Readonly<Record<string, string | Date>>;
    });
    end(): void;
  }
}

declare module "svg-to-pdfkit" {
  import type PDFDocument from "pdfkit";

  /** Draws SVG text onto the document's page. */
  export default function draw(
    page: PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: { readonly width: number; readonly height: number; readonly assumePt: boolean },
  ): void;
}
