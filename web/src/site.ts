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

export interface Assets {
  scripts: string[];
  styles: string[];
  preloads: string[];
}
