/** `limits.ts` adds these limits to the list of all limits. */
export const saleLimits = {
  /**
   * Limits holds from one network address, such as an office. A hold lasts half an hour by default, so an address can
   * then have this many at a time.
   */
  hold_address: { uses: 60, minutes: 30 },
  /** Limits free orders of guests from one network address. */
  guest_order_address: { uses: 60, minutes: 30 },
  /** Limits free orders of guests for one mailbox, because anybody can type its address and each order sends a mail. */
  guest_order_mailbox: { uses: 5, minutes: 60 },
  /** Limits wrong promo codes from one network address. The limit allows typing errors, but not guessing. */
  promo_code_guess: { uses: 30, minutes: 60 },
  /**
   * Limits wrong short codes that one account types. The limit suffices for typing errors at a busy door, but not for
   * guessing.
   */
  short_code_guess: { uses: 60, minutes: 10 },
  /**
   * Limits transfers of tickets from one network address, because each sends a mail to an address that somebody typed.
   */
  transfer_address: { uses: 30, minutes: 60 },
  /**
   * Limits the mails that people cause on the page of one order: copies, and mails after renaming attendees or giving
   * tickets away.
   */
  order_mails: { uses: 20, minutes: 60 },
  /** Like `order_mails`, but for the mails of all orders to one mailbox. */
  order_mailbox: { uses: 5, minutes: 60 },
} as const;
