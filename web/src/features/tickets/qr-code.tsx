import { encodeQR } from 'qr';

export interface QrCodeProps {
  text: string;
  /** Describes the picture to screen readers. */
  label: string;
}

/** The width of the white border that scanners need, in modules. A module is the smallest square of a QR code. */
const border = 2;

/** A QR code that fills its frame. One unit of the drawing is one module. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={rows.map(drawRow).join('')} fill="#211a14" />
    </svg>
  );
}

/** Draws neighbouring dark modules as one rectangle, because gaps could be visible between single squares. */
function drawRow(modules: boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < modules.length; x += 1) {
    if (!modules[x]) continue;
    const start = x;
    while (modules[x + 1]) x += 1;
    const width = x + 1 - start;
    path += `M${start} ${y}h${width}v1h${-width}z`;
  }
  return path;
}
