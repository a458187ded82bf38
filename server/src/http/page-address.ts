/** Whether the address, a path with or without a query, belongs to a page and not to the API or to a file. */
export function isPageAddress(url: string): boolean {
  return !/^\/(api|uploads|sandbox|dev)([/?]|$)/.test(url);
}
