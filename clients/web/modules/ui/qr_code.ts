/** QR codes (ISO/IEC 18004) as SVG, black on white in both colour schemes. */
import { svg } from "./dom.ts";

/** The width of the empty border in modules, which the standard requires. */
const BORDER = 4;

/** The code of a text; the encoder is loaded with the first one. */
export async function qrCode(text: string, label: string) {
  const { encodeQR } = await import("qr");
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return svg(
    "svg",
    {
      class: "qr-code",
      viewBox: `0 0 ${size} ${size}`,
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
}
