/**
 * When the notice about slow first visits is shown: `auto` while the first API call is slow, `on` always on
 * the landing page, `off` never. A visitor who has closed the notice does not see it again.
 */
export type ColdStartSetting = 'auto' | 'on' | 'off';

/** The same for all visitors. */
export interface Site {
  /** Scheme and host, without a slash at the end. */
  origin: string;
  coldStartNotice: ColdStartSetting;
  supportContact: string | null;
  passwordMinLength: number;
  /** The IANA name of the time zone in which pages show all times, on the server and in the browser. */
  timeZone: string;
  year: number;
}

/** The web addresses of the files that a page loads. */
export interface Assets {
  /** The script that starts the page; empty if the page could not get its data. */
  scripts: string[];
  /** Style sheets that the document links. A public page has its styles in the document instead. */
  styles: string[];
  /** The complete style sheet, which all pages but the public ones need. Undefined in development. */
  allStyles?: string | undefined;
  /** The modules that the script imports for this page. */
  preloads: string[];
}

/** The output of the build: also the files of each page, and the styles that are written into public pages. */
export interface BuiltAssets extends Assets {
  css?: string;
  /** The modules of each page, by the path of its source. */
  pages?: Record<string, string[]>;
}
