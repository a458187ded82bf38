/** What the operator has set and every page may show; the same for everyone. */
export interface Site {
  /** Scheme and host, without a slash at the end. */
  origin: string;
  coldStartNotice: boolean;
  supportContact: string | null;
  /** IANA name; all times are shown in this zone, on the server and in the browser alike. */
  timeZone: string;
  /** The current one, for the copyright line. */
  year: number;
}

/** Addresses of the built files that a page needs. */
export interface Assets {
  scripts: string[];
  styles: string[];
  preloads: string[];
}
