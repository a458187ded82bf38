/** `limits.ts` adds these limits to the list of all limits. */
export const saleLimits = {
  /**
   * Limits holds from one network address. A hold lasts half an hour by default, so one network address can then have
   * at most this many holds at a time. The limit suffices for an office that shares a network address.
   */
  hold_address: { uses: 60, minutes: 30 },
  /** Limits free orders of guests from one network address. */
  guest_order_address: { uses: 60, minutes: 30 },
  /**
   * Limits free orders of guests for one mailbox. Each order sends a mail to this mailbox, and anybody can type its
   * address.
   */
  guest_order_mailbox: { uses: 5, minutes: 60 },
  /** Limits wrong promo codes from one network address. The limit allows typing errors, but not guessing. */
  promo_code_guess: { uses: 30, minutes: 60 },
  /** Limits wrong short codes that one account types: enough for typing errors at a busy door, too few for guessing. */
  short_code_guess: { uses: 60, minutes: 10 },
  /**
   * Limits how often tickets are given to somebody else from one network address. Each transfer sends a mail to an
   * address that somebody typed.
   */
  transfer_address: { uses: 30, minutes: 60 },
  /**
   * Limits the mails that people cause on the page of one order: they send a ticket again, rename its attendee, or give
   * it to somebody else.
   */
  order_mails: { uses: 20, minutes: 60 },
  /** Like `order_mails`, but for the mails of all orders to one mailbox. */
  order_mailbox: { uses: 5, minutes: 60 },
} as const;
