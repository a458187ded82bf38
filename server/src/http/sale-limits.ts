/** `limits.ts` adds these limits to the list of all limits. */
export const saleLimits = {
  /**
   * Limits the open holds from one network address. An office or a school that shares a network address has far fewer
   * people who pay at the same moment. The count runs until the longest hold is over (98 minutes) and starts again with
   * the holds that are still open.
   */
  hold_address: { uses: 60, minutes: 100 },
  /**
   * Limits the free tickets of one account for one event, for ticket types without a limit per buyer. Enough for a school
   * class with its families. An organiser who allows larger orders raises it. A count lasts as long as most sales.
   */
  free_tickets: { uses: 50, minutes: 90 * 24 * 60 },
  /**
   * Limits how often Foyer reads again what somebody keeps. Enough for a person who gives tickets back and orders others.
   * More readings would let a burst of parallel requests pass the limit.
   */
  recount: { uses: 2, minutes: 1 },
  /** Limits free orders of guests from one network address. */
  guest_order_address: { uses: 60, minutes: 30 },
  /** Limits free orders of guests for one mailbox, because anybody can type its address and each order sends a mail. */
  guest_order_mailbox: { uses: 5, minutes: 60 },
  /**
   * Limits how often requests about the payment of one order make Foyer call the payment provider, which answers only a
   * limited number of calls of all buyers together. A page that waits for a payment asks 40 times.
   */
  payment_calls_order: { uses: 90, minutes: 10 },
  /** Like `payment_calls_order`, but for all orders from one network address, such as a school where many people pay. */
  payment_calls_address: { uses: 600, minutes: 10 },
  /** Like `payment_calls_order`, but for the older calls of one account. A client may ask every second. */
  payment_calls_account: { uses: 600, minutes: 10 },
  /** Limits wrong promo codes from one network address. The limit allows typing errors, but not guessing. */
  promo_code_guess: { uses: 30, minutes: 60 },
  /**
   * Limits wrong short codes that one account, or one link for volunteers, types. The limit suffices for typing errors
   * at a busy door, but not for guessing.
   */
  short_code_guess: { uses: 60, minutes: 10 },
  /**
   * Limits wrong keys of links for volunteers from one network address. Nobody can guess a key, so the limit only saves
   * the server work.
   */
  door_key_address: { uses: 100, minutes: 15 },
  /** Limits the check-ins that one link for volunteers undoes, because each leaves entries in the audit log. */
  door_undo_link: { uses: 200, minutes: 60 },
  /**
   * Limits transfers of tickets from one network address, because each sends a mail to an address that somebody typed.
   */
  transfer_address: { uses: 30, minutes: 60 },
  /**
   * Limits the mails that people cause on the page of one order: copies, and mails after renaming attendees or giving
   * tickets away.
   */
  order_mails: { uses: 20, minutes: 60 },
  /**
   * Like `transfer_address`, but only for tickets of free orders that people without an account placed. They have
   * verified no address and paid nothing, and each transfer mails names of their choice to a stranger. Enough for a
   * family or an office, too few for mailing many strangers.
   */
  guest_gift_address: { uses: 10, minutes: 60 },
  guest_gift_address_day: { uses: 30, minutes: 24 * 60 },
  /** Like `guest_gift_address`, but for the tickets of one order. The usual order has at most ten tickets. */
  guest_gift_order: { uses: 10, minutes: 24 * 60 },
  /** Like `guest_gift_address`, but for the mails to one mailbox. */
  guest_gift_mailbox: { uses: 2, minutes: 24 * 60 },
  /**
   * Limits the email addresses of other people that guests type for tickets they pay for, from one network address. Each
   * address gets a mail.
   */
  attendee_address: { uses: 60, minutes: 60 },
  /** Like `order_mails`, but for the mails of all orders to one mailbox. */
  order_mailbox: { uses: 5, minutes: 60 },
} as const;
