import { encodeQR } from 'qr';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openQrReader } from './qr-reader.ts';

const address = 'https://foyer.example/tickets/verify/Zk3_u7-Qx1LmN0pRsTuVwXyZ';
const video = { videoWidth: 400, videoHeight: 400 } as HTMLVideoElement;

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * Installs a fake browser. With `detect`, the browser has a QR reader, which calls `detect`. Without
 * `detect`, the browser has no QR reader.
 */
function openBrowser(detect?: () => Promise<{ rawValue: string }[]>) {
  class BarcodeDetector {
    static getSupportedFormats = () => Promise.resolve(['qr_code']);
    detect = detect;
  }
  vi.stubGlobal('window', detect ? { BarcodeDetector } : {});
  const context = { drawImage: vi.fn<() => void>(), getImageData: () => ({ data: drawCode(400) }) };
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) });
  return context;
}

/** Draws the QR code in the middle of a white square, as the pixels of the camera's picture. */
function drawCode(width: number): Uint8ClampedArray {
  const rows = encodeQR(address, 'raw', { scale: 8 });
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const margin = Math.floor((width - rows.length) / 2);
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      const pixel = ((y + margin) * width + x + margin) * 4;
      if (isDark) data.fill(0, pixel, pixel + 3);
    }
  }
  return data;
}

describe('the camera at the door', () => {
  it("uses the browser's own QR reader if there is one", async () => {
    const context = openBrowser(() => Promise.resolve([{ rawValue: 'from the browser' }]));
    const read = await openQrReader();
    expect(await read(video)).toBe('from the browser');
    expect(context.drawImage).not.toHaveBeenCalled();
  });

  it('uses our QR reader when the browser has no QR reader or when the browser’s reader fails', async () => {
    openBrowser();
    expect(await (await openQrReader())(video)).toBe(address);
    const detect = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('No service')));
    openBrowser(detect);
    const read = await openQrReader();
    expect(await read(video)).toBe(address);
    expect(await read(video)).toBe(address);
    expect(detect).toHaveBeenCalledOnce();
  });

  it('finds no QR code before the video shows a picture', async () => {
    const detect = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('Invalid state')));
    openBrowser(detect);
    const read = await openQrReader();
    expect(await read({ videoWidth: 0, videoHeight: 0 } as HTMLVideoElement)).toBeNull();
    expect(detect).not.toHaveBeenCalled();
  });
});
