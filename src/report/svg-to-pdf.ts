/** Turns SVG text into a PDF page of the same size; the libraries load on first use. */

/** A fixed time, so that the same figure gives the same bytes. */
const NO_DATE = new Date(0);

/** The bytes of the document. Text is set in Helvetica, which every viewer has. */
export async function svgToPdf(svg: string): Promise<Uint8Array> {
  const [{ default: PDFDocument }, { default: draw }] = await Promise.all([
    import("pdfkit"),
    import("svg-to-pdfkit"),
  ]);
  const [width, height] = [sizeOf(svg, "width"), sizeOf(svg, "height")];
  const page = new PDFDocument({
    size: [width, height],
    margin: 0,
    info: { Producer: "harness-lab", Creator: "harness-lab", CreationDate: NO_DATE },
  });
  const chunks: Uint8Array[] = [];
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    page.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    page.on("end", () => resolve(Buffer.concat(chunks)));
    page.on("error", reject);
  });
  draw(page, svg, 0, 0, { width, height, assumePt: true });
  page.end();
  return whole;
}

function sizeOf(svg: string, side: "width" | "height"): number {
  const [, size] = new RegExp(`<svg[^>]* ${side}="([\\d.]+)"`).exec(svg) ?? [];
  if (size === undefined) throw new TypeError(`the figure has no ${side}`);
  return Number(size);
}
