/**
 * Every error code of the API, with its HTTP status and its default message. The function that throws an error can
 * replace the message with a more exact one.
 */
export const errorTable = {
  validation_failed: { status: 400, msg: 'The request is not valid' },
  malformed_body: { status: 400, msg: 'The request body could not be read' },
  link_expired: { status: 400, msg: 'This link has expired. Ask for a new one.' },
  link_invalid: {
    status: 400,
    msg: 'This link does not work: it was used already, or a part of it is missing. Ask for a new one.',
  },
  stop_link_invalid: {
    status: 400,
    msg: 'This link does not work. Open it again from the email, and make sure that it is complete.',
  },
  bad_signature: { status: 400, msg: 'The signature does not match' },
  no_token: { status: 401, msg: 'Unauthorized - No token provided' },
  invalid_token: { status: 401, msg: 'Unauthorized - Invalid token' },
  invalid_credentials: { status: 401, msg: 'Invalid username or password' },
  two_factor_required: {
    status: 401,
    msg: 'Enter the code from your authenticator app to log in',
  },
  invalid_two_factor_code: {
    status: 401,
    msg: 'This code is not correct. Enter the newest code from your app, or a recovery code.',
  },
  invalid_challenge: {
    status: 401,
    msg: 'This login took too long or had too many wrong codes. Please log in again.',
  },
  invalid_refresh_token: { status: 401, msg: 'Invalid refresh token' },
  payment_not_completed: { status: 402, msg: 'Payment not completed' },
  forbidden: { status: 403, msg: 'You do not have permission to do this' },
  email_not_verified: {
    status: 403,
    msg: 'Verify your own email address first: open the link that we sent to it, or press Send again on your profile.',
  },
  password_change_required: { status: 403, msg: 'Choose a new password before you continue' },
  two_factor_setup_required: { status: 403, msg: 'Set up two-factor authentication before you continue' },
  password_confirmation_required: { status: 403, msg: 'Enter your password again to do this' },
  door_link_ended: {
    status: 403,
    msg: 'This link does not work. Either it is not complete, or the team has revoked it. Ask the team for a new one.',
  },
  door_link_closed: { status: 403, msg: 'This link works only on the day of the event' },
  two_factor_compulsory: {
    status: 403,
    msg: 'Administrators of this site must use two-factor authentication, so you cannot switch it off',
  },
  route_not_found: { status: 404, msg: 'Route not found' },
  not_found: { status: 404, msg: 'Not found' },
  user_not_found: { status: 404, msg: 'User not found' },
  team_not_found: { status: 404, msg: 'Team not found' },
  event_not_found: { status: 404, msg: 'Event not found' },
  team_member_not_found: { status: 404, msg: 'Team member not found' },
  invitation_not_found: { status: 404, msg: 'Invitation not found' },
  not_in_a_team: { status: 404, msg: 'User is not a member of any teams' },
  category_not_found: { status: 404, msg: 'Category not found' },
  registration_not_found: { status: 404, msg: 'Registration not found' },
  order_not_found: { status: 404, msg: 'Order not found' },
  ticket_type_not_found: { status: 404, msg: 'Ticket type not found' },
  promo_code_not_found: { status: 404, msg: 'Promo code not found' },
  door_link_not_found: { status: 404, msg: 'Link not found' },
  ticket_not_found: { status: 404, msg: 'Ticket not found' },
  payment_not_found: { status: 404, msg: 'Payment not found' },
  webhook_not_found: { status: 404, msg: 'Webhook not found' },
  session_not_found: { status: 404, msg: 'Checkout session not found' },
  request_timeout: { status: 408, msg: 'The request took too long to arrive. Please try again.' },
  username_taken: { status: 409, msg: 'Username already exists' },
  email_taken: { status: 409, msg: 'Email already exists' },
  team_name_taken: { status: 409, msg: 'Team name already exists' },
  last_site_admin: {
    status: 409,
    msg: 'This is the last site administrator. Make somebody else an administrator first.',
  },
  two_factor_already_on: { status: 409, msg: 'Two-factor authentication is already on' },
  two_factor_not_on: { status: 409, msg: 'Two-factor authentication is not on' },
  two_factor_setup_expired: {
    status: 409,
    msg: 'This set-up has expired. Please start it again.',
  },
  already_member: { status: 409, msg: 'This person is already a member of the team' },
  already_invited: {
    status: 409,
    msg: 'This person has an open invitation to the team. Withdraw it to send another one.',
  },
  invitation_declined: {
    status: 409,
    msg: 'This person declined an invitation to the team less than a week ago. Please wait before you invite them again.',
  },
  invitation_closed: {
    status: 409,
    msg: 'This invitation has ended or was withdrawn. Ask the team for a new one.',
  },
  last_team_admin: {
    status: 409,
    msg: 'This is the last team admin. Make somebody else a team admin first.',
  },
  team_has_paid_tickets: {
    status: 409,
    msg: 'This team has paid tickets for upcoming events. Refund them before you delete the team.',
  },
  already_registered: { status: 409, msg: 'You are already registered for this event' },
  already_cancelled: { status: 409, msg: 'This registration is already cancelled' },
  already_paid: { status: 409, msg: 'You have already purchased a ticket for this event' },
  paid_registration: {
    status: 409,
    msg: 'You have already purchased a ticket for this event. Please contact support for refunds.',
  },
  not_enough_left: { status: 409, msg: 'There are fewer tickets left than you asked for' },
  too_few_tickets: { status: 409, msg: 'An order needs more tickets of this type' },
  too_many_tickets: { status: 409, msg: 'This is more tickets of this type than one order can have' },
  too_many_for_buyer: { status: 409, msg: 'This is more tickets of this type than one buyer can have' },
  price_changed: { status: 409, msg: 'The price has changed. Look at the new price before you order.' },
  promo_code_unknown: { status: 409, msg: 'This promo code does not work for this event' },
  promo_code_ended: { status: 409, msg: 'This promo code is not valid at the moment' },
  promo_code_used_up: { status: 409, msg: 'This promo code has been used as often as it can be' },
  promo_code_not_for_these: { status: 409, msg: 'This promo code is not for these tickets' },
  order_open: {
    status: 409,
    msg: 'You have an order for this event that you have not paid for yet. Pay for it, or replace it.',
  },
  order_not_held: { status: 409, msg: 'This order cannot be replaced, because it is already confirmed' },
  too_late_to_replace: {
    status: 409,
    msg: 'The time to choose other tickets is over. Pay for your order, or give its places back.',
  },
  order_not_confirmed: {
    status: 409,
    msg: 'This order is not paid for yet, so it can only be cancelled as a whole',
  },
  order_closed: { status: 409, msg: 'This order is already cancelled or has expired' },
  order_not_paid: { status: 409, msg: 'Nobody has paid for this order, so there is nothing to refund' },
  more_time_used: {
    status: 409,
    msg: 'You have already taken more time for this order. Pay before its time is up.',
  },
  order_paid: { status: 409, msg: 'This order is paid. Ask the organiser for a refund.' },
  cancellation_too_late: {
    status: 409,
    msg: 'It is too late to cancel these tickets. Ask the organiser for a refund.',
  },
  idempotency_key_reused: {
    status: 409,
    msg: 'This Idempotency-Key belongs to another request. Send a new key with a new request.',
  },
  event_sold_out: { status: 409, msg: 'No tickets remaining for this event' },
  event_not_published: { status: 409, msg: 'This event is not open for registration' },
  event_started: { status: 409, msg: 'This event has already started' },
  event_without_team: {
    status: 409,
    msg: 'This event has no team, so nobody can write to its attendees. Give it to a team first.',
  },
  too_late_to_write: {
    status: 409,
    msg: 'This event ended more than 30 days ago, so you can no longer write to its attendees',
  },
  nobody_to_write_to: {
    status: 409,
    msg: 'Nobody has such a ticket, so nobody would get this message. Choose other people.',
  },
  event_ended: { status: 409, msg: 'This event has already ended' },
  event_cancelled: { status: 409, msg: 'This event has been cancelled' },
  choose_a_ticket_type: {
    status: 409,
    msg: 'This event sells several types of tickets. Choose one of them.',
  },
  sales_paused: { status: 409, msg: 'Ticket sales are paused. Please try again later.' },
  sales_not_started: { status: 409, msg: 'Ticket sales have not started yet' },
  sales_ended: { status: 409, msg: 'Ticket sales have ended' },
  price_per_ticket_type: {
    status: 409,
    msg: 'This event has several types of tickets. Change the price of each type instead.',
  },
  ticket_type_name_taken: { status: 409, msg: 'This event already has a ticket type with this name' },
  quantity_below_sold: {
    status: 409,
    msg: 'The quantity cannot be lower than the number of tickets already sold or reserved',
  },
  last_ticket_type: {
    status: 409,
    msg: 'An event needs at least one ticket type. Add another one before you delete this one.',
  },
  series_too_long: { status: 409, msg: 'A series can have at most 52 events' },
  too_many_ticket_types: {
    status: 409,
    msg: 'An event can have at most 50 ticket types. Delete one before you add another.',
  },
  promo_code_taken: {
    status: 409,
    msg: 'This promo code exists already, and an ended code cannot be used again. Enter another code.',
  },
  promo_code_has_uses: {
    status: 409,
    msg: 'This code has been used, so the code itself, its value and its tickets stay. End it and create another one instead.',
  },
  limit_below_uses: {
    status: 409,
    msg: 'The limit cannot be lower than how often the code has already been used',
  },
  event_is_public: { status: 409, msg: 'This event is public, so its link needs no key' },
  event_is_free: { status: 409, msg: 'This event is free. Register for it instead of paying.' },
  event_has_paid_tickets: {
    status: 409,
    msg: 'This event has paid tickets. Refund them before you delete it.',
  },
  event_has_attendees: {
    status: 409,
    msg: 'People have places at this event, so it cannot become a draft. You can cancel it instead.',
  },
  capacity_below_sold: { status: 409, msg: 'Max attendees cannot be lower than the seats already taken' },
  too_many_door_links: {
    status: 409,
    msg: 'This event has 50 links that work. Revoke one of them first.',
  },
  ticket_exists: { status: 409, msg: 'This person already has a ticket for this event' },
  ticket_paid: { status: 409, msg: 'This ticket is paid. Refund it instead.' },
  ticket_not_paid: { status: 409, msg: 'This ticket was not paid for. Cancel it instead.' },
  ticket_not_live: {
    status: 409,
    msg: 'A cancelled or refunded ticket cannot be changed. Issue a new ticket instead.',
  },
  ticket_transferred: { status: 409, msg: 'This ticket was given to somebody else' },
  ticket_code_replaced: {
    status: 409,
    msg: 'This ticket was given to somebody else, so this code is no longer valid. Ask for the new one.',
  },
  ticket_not_transferable: {
    status: 409,
    msg: 'This ticket belongs to its account and keeps its code. Change the name on the ticket instead.',
  },
  transfers_off: { status: 409, msg: 'Tickets for this event cannot be given to somebody else' },
  ticket_used: { status: 409, msg: 'Ticket has already been used' },
  ticket_cancelled: { status: 409, msg: 'Ticket has been cancelled' },
  ticket_refunded: { status: 409, msg: 'Ticket has been refunded' },
  ticket_disputed: {
    status: 409,
    msg: "The buyer's bank has asked for the money back. Answer the dispute on the payment provider's website.",
  },
  refund_too_large: {
    status: 409,
    msg: 'This is more than is left to refund. Lower the amount, or leave it out to refund all that is left.',
  },
  payload_too_large: { status: 413, msg: 'The request is too large' },
  image_too_large: { status: 413, msg: 'The image is too large. Choose one of at most 5 MB.' },
  not_an_image: { status: 415, msg: 'The file is not a JPEG, PNG, GIF or WebP image' },
  unsupported_media_type: { status: 415, msg: 'Send JSON, or a form where a file is accepted' },
  misdirected_request: {
    status: 421,
    msg: 'In development Foyer answers only its own computer. Set FOYER_ENV=production to open this site to others.',
  },
  too_many_requests: { status: 429, msg: 'Too many attempts. Please wait a few minutes and try again.' },
  internal_error: { status: 500, msg: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, msg: 'Foyer is busy right now. Please try again in a moment.' },
  storage_full: {
    status: 503,
    msg: 'Foyer has no space left, so it cannot save anything right now. Please try again later.',
  },
  payments_unavailable: {
    status: 503,
    msg: 'The payment provider cannot be reached right now. Nothing was charged; please try again.',
  },
} as const satisfies Record<string, { status: number; msg: string }>;

export type ErrorCode = keyof typeof errorTable;

export interface FieldError {
  field: string;
  message: string;
}

/**
 * The JSON of every error answer. Only some errors have the optional fields: a 500 has `request_id`, a refused
 * check-in has the ticket, and `two_factor_required` has `challenge`. A refused order may have `remaining`,
 * `ticket_type_id`, `total` or `order`, and a refused refund `left`. `door_link_closed` has `door`.
 */
export interface ErrorAnswer {
  status: 'error';
  code: ErrorCode;
  msg: string;
  errors?: FieldError[];
  request_id?: string;
  challenge?: string;
  remaining?: number;
  ticket_type_id?: number;
  total?: number;
  order?: string;
  left?: number;
  door?: { title: string; opens_at: string; closes_at: string };
}
