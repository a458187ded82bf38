/** What the server takes; the file's bytes are looked at there. */
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const mostBytes = 5 * 1024 * 1024;

/** For the file dialog. */
export const pictureTypes = types.join(',');

/** Why a file cannot be the picture of an event, in words for whoever chose it; null when it can. */
export function findPictureFault(file: { name: string; type: string; size: number }): string | null {
  if (!types.includes(file.type)) return `“${file.name}” is not a JPEG, PNG, GIF or WebP image.`;
  if (file.size === 0) return `“${file.name}” is empty. Choose another image.`;
  if (file.size > mostBytes) {
    return `“${file.name}” is too large: it has ${formatMegabytes(file.size)} MB. Choose an image of at most 5 MB.`;
  }
  return null;
}

/** Rounded up, so that what is too large never reads as the limit itself. */
function formatMegabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
}
