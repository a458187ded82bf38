import type { drawReceipt, PrintedReceipt } from './draw-receipt.ts';
import { drawInThread } from './drawing-threads.ts';

export function renderReceiptPdf(receipt: PrintedReceipt): Promise<Buffer> {
  return drawInThread<typeof drawReceipt>(
    new URL('draw-receipt.ts', import.meta.url),
    'drawReceipt',
    receipt,
  );
}
