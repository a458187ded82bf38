/** Tells whether the path is that of the page with all components, which only development has. */
export function isGallery(url: string): boolean {
  return /^\/dev\/ui(\?|$)/.test(url);
}

/** Tells whether the path is the address of a page, and not of the API or a file. The path may have a query. */
export function isPageAddress(url: string): boolean {
  return !/^\/(api|uploads|sandbox|dev|feeds|share|fonts)([/?]|$)/.test(url);
}
