/** Limits of selling. `limits.ts` counts them with all others. */
export const saleLimits = {
  /**
   * Limits orders from one network address that keep places without being paid for. A hold lasts half an hour, so this
   * is also how many holds one address can have at a time. The limit suffices for an office that shares an address.
   */
  hold_address: { uses: 60, minutes: 30 },
  /** Limits free orders of guests from one network address. */
  guest_order_address: { uses: 60, minutes: 30 },
  /** Limits free orders of guests for one mailbox. Each order sends a mail there, and anybody can type the address. */
  guest_order_mailbox: { uses: 5, minutes: 60 },
  /** Limits promo codes that do not exist, from one network address: enough for typing errors, too few for guessing. */
  promo_code_guess: { uses: 30, minutes: 60 },
} as const;
