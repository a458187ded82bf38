export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the content from this blob URL after the function has returned, so the URL must stay valid
  // for a while.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Makes a file name that every operating system accepts. */
export function writeFileName(words: string, ending: string): string {
  const name = words
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${name}.${ending}`;
}
