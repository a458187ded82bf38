/** Reads the QR code in the camera's current picture; null when the picture has no QR code. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | null>;

interface BarcodeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats: () => Promise<string[]>;
}

/** Uses the browser's own QR reader if there is one. Otherwise loads the QR reader that comes with Foyer. */
export async function openQrReader(): Promise<QrReader> {
  const detector = await findDetector();
  let ownReader: Promise<QrReader> | null = detector ? null : loadReader();
  return async (video) => {
    // The browser's QR reader fails while the video has no picture yet, so wait for the picture.
    if (video.videoWidth === 0) return null;
    if (detector && ownReader === null) {
      try {
        return (await detector.detect(video))[0]?.rawValue ?? null;
      } catch {
        // On some phones the browser's QR reader always fails, because a system service is missing. So use
        // our QR reader from now on.
        ownReader = loadReader();
      }
    }
    return (await (ownReader ?? loadReader()))(video);
  };
}

async function findDetector(): Promise<BarcodeDetector | null> {
  const { BarcodeDetector: Detector } = window as { BarcodeDetector?: BarcodeDetectorClass };
  if (!Detector) return null;
  const formats = await Detector.getSupportedFormats().catch((): string[] => []);
  return formats.includes('qr_code') ? new Detector({ formats: ['qr_code'] }) : null;
}

/**
 * The longest side of a picture for our QR reader, in pixels. Larger pictures are shrunk, because old phones
 * read large pictures too slowly. A QR code is still readable when it is a third as wide as the picture.
 */
const longestSide = 720;

async function loadReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!context) return null;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    try {
      return decodeQR({ width, height, data: context.getImageData(0, 0, width, height).data });
    } catch {
      // `decodeQR` throws when the picture has no QR code. Most pictures have none.
      return null;
    }
  };
}
