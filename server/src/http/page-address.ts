/** Tells whether the path, with or without a query, belongs to a page instead of the API or a file. */
export function isPageAddress(url: string): boolean {
  return !/^\/(api|uploads|sandbox|dev)([/?]|$)/.test(url);
}
