/** The server also checks the content of the file. */
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const maxBytes = 5 * 1024 * 1024;

export const pictureTypes = types.join(',');

/** Returns null for a usable file. */
export function findPictureFault(file: { name: string; type: string; size: number }): string | null {
  if (!types.includes(file.type)) return `“${file.name}” is not a JPEG, PNG, GIF or WebP image.`;
  if (file.size === 0) return `“${file.name}” is empty. Choose another image.`;
  if (file.size > maxBytes) {
    return `“${file.name}” is too large: it has ${formatMegabytes(file.size)} MB. Choose an image of at most 5 MB.`;
  }
  return null;
}

/** Rounds up, so that a file just over the limit of 5 MB does not read as 5.0 MB. */
function formatMegabytes(bytes: number): string {
  return (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
}
