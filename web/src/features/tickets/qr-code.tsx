import { encodeQR } from 'qr';

export interface QrCodeProps {
  text: string;
  /** What the picture is, for screen readers. */
  label: string;
}

/** The white border that scanners look for, in modules. */
const border = 2;

/** A QR code that fills its frame. One unit of the drawing is one module, the smallest square of a QR code. */
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

/** Draws each run of dark modules as one rectangle; single squares could show gaps between them. */
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
