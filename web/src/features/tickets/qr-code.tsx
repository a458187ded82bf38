import { create } from 'qrcode';

export interface QrCodeProps {
  text: string;
  /** What the picture is, for screen readers. */
  label: string;
}

/** The quiet edge that scanners look for, in modules. */
const edge = 2;

/** A QR code as large as its frame, drawn with a module as the unit. */
export function QrCode({ text, label }: QrCodeProps) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * edge;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={drawModules(modules)} fill="#211a14" />
    </svg>
  );
}

/** One path of the runs of dark modules in each row. */
function drawModules({ size, data }: { size: number; data: Uint8Array }): string {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue;
      const start = column;
      while (column + 1 < size && data[row * size + column + 1]) column += 1;
      path += `M${start + edge} ${row + edge}h${column + 1 - start}v1h${start - column - 1}z`;
    }
  }
  return path;
}
