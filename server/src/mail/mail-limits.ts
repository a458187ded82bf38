/** `limits.ts` adds these limits to the list of all limits. They count mails, or actions that send mails. */
export const mailLimits = {
  /**
   * Limits mails to an unverified email address: a verification mail and the tickets of a few orders. More would only
   * help an attacker who bothers a stranger.
   */
  mail_unverified_hour: { uses: 5, minutes: 60 },
  mail_unverified_day: { uses: 10, minutes: 24 * 60 },
  /**
   * Limits mails to unverified email addresses that one network address causes. A whole office may share one network
   * address.
   */
  mail_caller: { uses: 20, minutes: 60 },
  /**
   * Limits password-reset links that are mailed to one email address. Each link works for an hour, so more links would
   * only annoy the owner.
   */
  mail_reset: { uses: 3, minutes: 60 },
  /**
   * Limits mails that the owner of a verified email address asked for. A buyer of very many tickets gets some of them
   * later.
   */
  mail_asked: { uses: 200, minutes: 60 },
  /**
   * Limits mails that the owner of a verified email address did not ask for, such as gift tickets, from all senders
   * together.
   */
  mail_unasked_hour: { uses: 5, minutes: 60 },
  mail_unasked_day: { uses: 10, minutes: 24 * 60 },
  /**
   * Limits mails that one account causes and the recipient did not ask for. The limit allows filling a guest list as
   * fast as `naming` allows.
   */
  mail_sender_hour: { uses: 30, minutes: 60 },
  mail_sender_day: { uses: 100, minutes: 24 * 60 },
  /** Limits the mails to attendees of one order that a guest paid for. The buyer has all tickets, so the rest is dropped. */
  attendee_order: { uses: 20, minutes: 24 * 60 },
  /**
   * Limits how often one account may invite or add other people. The limit allows filling a guest list by hand, but not
   * trying many names to find out who has an account.
   */
  naming: { uses: 30, minutes: 60 },
  /** Like `naming`, but for all accounts at one network address, because anybody can create many accounts. */
  naming_address: { uses: 100, minutes: 60 },
  /** Limits changes of the email address of one account. Each change sends a mail, possibly to a stranger. */
  change_address: { uses: 5, minutes: 60 },
  /** Like `change_address`, but for all accounts at one network address, because anybody can create many accounts. */
  change_address_caller: { uses: 20, minutes: 60 },
  /**
   * Limits opening mailed links from one network address. Nobody can guess the token in a link, so the limit only saves
   * the server work.
   */
  follow_link: { uses: 60, minutes: 15 },
  /** Limits mails that tell an account's owner about wrong second-factor codes. */
  second_factor_news: { uses: 3, minutes: 24 * 60 },
  /** Limits messages to the attendees of one event. People who get more stop reading them. */
  message_event: { uses: 5, minutes: 24 * 60 },
  message_team: { uses: 20, minutes: 24 * 60 },
  /** Limits messages from one account, for all its teams. */
  message_sender: { uses: 40, minutes: 24 * 60 },
  /** Limits the people whom a team that is a few days old can write to, because anybody can create a team. */
  message_new_team: { uses: 100, minutes: 24 * 60 },
  /** Like `message_new_team`, for all new teams of one account, because an account can create several teams. */
  message_new_team_sender: { uses: 100, minutes: 24 * 60 },
  /** Like `message_new_team`, for all accounts at one network address, because anybody can create many accounts. */
  message_new_team_address: { uses: 300, minutes: 24 * 60 },
  /** Limits new teams of one account, because limits of messages count for each team. */
  new_team: { uses: 10, minutes: 24 * 60 },
  /** Like `new_team`, but for all accounts at one network address, because anybody can create many accounts. */
  new_team_address: { uses: 50, minutes: 24 * 60 },
  /** Limits the links that one mailbox gets to confirm that it follows teams, because anybody can type any address. */
  mail_follow_link: { uses: 3, minutes: 24 * 60 },
  /** Limits how often one network address, which a whole office may share, may ask for such links. */
  follow_caller: { uses: 20, minutes: 60 },
  /** Limits how often an account may follow teams, far above what a person needs. */
  follow_account: { uses: 60, minutes: 60 },
  /** Limits such links for one team, so that nobody uses its name to mail many strangers. */
  follow_team: { uses: 200, minutes: 60 },
  /** Limits tests of messages, which go to the account that writes the message. */
  message_test: { uses: 10, minutes: 60 },
  resend_verification: { uses: 5, minutes: 60 },
  /** Limits requests for password-reset links from one network address. */
  forgot_password: { uses: 20, minutes: 60 },
  /**
   * Limits invitations from one team to one person, withdrawn ones included. A team can correct a wrong role, but
   * cannot pester the person.
   */
  invited_by_team: { uses: 5, minutes: 7 * 24 * 60 },
  /**
   * Limits invitations from one account to one person, for all teams of the account. The limit is far below `invited`,
   * so that one account cannot use up the invitations of all teams to a person.
   */
  invited_by_account: { uses: 6, minutes: 24 * 60 },
  invited: { uses: 20, minutes: 24 * 60 },
} as const;
