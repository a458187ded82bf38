import type {
  AccountLinksTable,
  KnownDevicesTable,
  LoginChallengesTable,
  LoginTurnsTable,
  RecoveryCodesTable,
  TwoFactorsTable,
} from './sign-in-tables.ts';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { AuditAction, AuditDetails } from '@foyer/contract/admin.ts';
import type { PictureState } from '@foyer/contract/pictures.ts';
import type { Defaulted } from './defaulted.ts';
import type {
  DoorLinksTable,
  DoorScansTable,
  BuyerCountsTable,
  HoldSourcesTable,
  OrdersTable,
  PaymentsTable,
  PromoCodeBuyersTable,
  PromoCodesTable,
  PromoCodeTypesTable,
  RefundsTable,
  RefundTicketsTable,
  TicketTransfersTable,
  TicketsTable,
  TicketTypesTable,
} from './order-tables.ts';
import type {
  AnnouncedEventsTable,
  AnnouncementsTable,
  AutomaticMailsTable,
  MessageReadersTable,
  MessagesTable,
  TeamFollowersTable,
  TeamInvitationsTable,
  TeamMembersTable,
  TeamsTable,
} from './team-tables.ts';

interface UsersTable {
  id: GeneratedAlways<number>;
  username: string;
  name: Defaulted<string | null>;
  email: string;
  email_verified_at: Defaulted<Date | null>;
  password_hash: string;
  must_change_password: Defaulted<boolean>;
  profile_image_url: string | null;
  picture_state: Defaulted<PictureState | null>;
  is_site_admin: Defaulted<boolean>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
}

interface SessionsTable {
  id: string;
  user_id: number;
  device: string | null;
  created_at: Date;
  last_used_at: Defaulted<Date>;
  password_confirmed_at: Date | null;
  expires_at: Date;
}

interface RefreshTokensTable {
  token_hash: Buffer;
  session_id: string;
  parent_hash: Buffer | null;
  created_at: Date;
  retired_at: Date | null;
}

interface LimitCountsTable {
  subject: string;
  uses: number;
  window_ends_at: Date;
}

interface CategoriesTable {
  id: GeneratedAlways<number>;
  name: string;
}

export type EventStatus = 'draft' | 'published' | 'cancelled';
export type EventType = 'workshop' | 'conference' | 'meetup' | 'webinar' | 'other';

interface EventsTable {
  id: GeneratedAlways<number>;
  title: string;
  description: string | null;
  location: string | null;
  category_id: number | null;
  price_pence: number | null;
  start_time: Date;
  end_time: Date;
  max_attendees: number | null;
  seats_taken: Defaulted<number>;
  status: Defaulted<EventStatus>;
  is_public: Defaulted<boolean>;
  private_key: Defaulted<string | null>;
  event_type: EventType | null;
  event_img_url: string | null;
  picture_state: Defaulted<PictureState | null>;
  team_id: number | null;
  created_by: number | null;
  search_text: string;
  calendar_sequence: Defaulted<number>;
  refund_days: Defaulted<number | null>;
  allows_transfers: Defaulted<boolean>;
  asks_for_names: Defaulted<boolean>;
  doors_minutes: Defaulted<number | null>;
  age_limit: Defaulted<number | null>;
  line_up: Defaulted<string | null>;
  accessibility: Defaulted<string | null>;
  picture_x: Defaulted<number>;
  picture_y: Defaulted<number>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
  /** Set by the database at the first publication. Null for an event that was never published. */
  published_at: Defaulted<Date | null>;
  /** Set by the database when the event is first both published and public. */
  listed_at: Defaulted<Date | null>;
  /** Events that repeat have the same. Null for a single event. */
  series_id: Defaulted<number | null>;
}

interface RemovedEventsTable {
  event_id: number;
}

interface PaymentCustomersTable {
  user_id: number;
  provider_key: Defaulted<string>;
  email: string;
  provider_customer_id: Defaulted<string | null>;
}

interface WebhookEventsTable {
  id: string;
  type: string;
  object_id: string | null;
  payment_intent_id: string | null;
  received_at: Date;
  processed_at: Date | null;
  attempts: Defaulted<number>;
  error: string | null;
}

interface AuditEntriesTable {
  id: GeneratedAlways<number>;
  happened_at: Date;
  actor_id: number | null;
  link_name: Defaulted<string | null>;
  machine: 'Foyer itself' | 'the payment provider' | 'the operator' | 'a guest' | null;
  action: AuditAction;
  object_type: string;
  object_id: number;
  event_id: number | null;
  details: ColumnType<AuditDetails, string, never>;
}

/** Rows that contradict each other. `count` is the number of these rows, and `id` names one of them. */
export interface DataFault {
  fault: string;
  count: number;
  id: number;
}

/** The table has one row. */
interface DataChecksTable {
  id: Defaulted<number>;
  checked_at: Date;
  faults: ColumnType<DataFault[], string, string>;
}

interface SentMailsTable {
  fact: string;
  user_id: Defaulted<number | null>;
  message_id: Defaulted<string>;
  noted_at: Date;
  claimed_until: Date | null;
  sent_at: Defaulted<Date | null>;
  refusal: Defaulted<string | null>;
}

interface FarewellsTable {
  id: string;
  username: string;
  email: string;
  created_at: Date;
}

interface HeldMailsTable {
  fact: string;
  job: string;
  data: ColumnType<object, string, never>;
  held_at: Date;
  waits_for_user_id: number | null;
  due_at: Date | null;
}

export type StopScope = 'all' | 'team' | 'event' | 'messages' | 'follow';

interface MailStopsTable {
  address_hash: Buffer;
  scope: StopScope;
  object_id: number;
  stopped_at: Date;
}

interface AttendeeNewsTable {
  id: GeneratedAlways<number>;
  order_id: number;
  /** The ticket whose holder must be told, or null for the buyer of the order. */
  ticket_id: Defaulted<number | null>;
  event_id: number;
  sequence: number;
  told_start_time: Date;
  told_end_time: Date;
  told_location: string | null;
  told_cancelled: boolean;
  due_at: Date | null;
  changed_by: Defaulted<number | null>;
}

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  account_links: AccountLinksTable;
  known_devices: KnownDevicesTable;
  login_turns: LoginTurnsTable;
  two_factors: TwoFactorsTable;
  recovery_codes: RecoveryCodesTable;
  login_challenges: LoginChallengesTable;
  limit_counts: LimitCountsTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  team_invitations: TeamInvitationsTable;
  categories: CategoriesTable;
  events: EventsTable;
  removed_events: RemovedEventsTable;
  ticket_types: TicketTypesTable;
  promo_codes: PromoCodesTable;
  promo_code_types: PromoCodeTypesTable;
  promo_code_buyers: PromoCodeBuyersTable;
  buyer_counts: BuyerCountsTable;
  orders: OrdersTable;
  tickets: TicketsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  refund_tickets: RefundTicketsTable;
  ticket_transfers: TicketTransfersTable;
  door_links: DoorLinksTable;
  door_scans: DoorScansTable;
  payment_customers: PaymentCustomersTable;
  webhook_events: WebhookEventsTable;
  audit_entries: AuditEntriesTable;
  data_checks: DataChecksTable;
  sent_mails: SentMailsTable;
  farewells: FarewellsTable;
  held_mails: HeldMailsTable;
  mail_stops: MailStopsTable;
  attendee_news: AttendeeNewsTable;
  messages: MessagesTable;
  message_readers: MessageReadersTable;
  automatic_mails: AutomaticMailsTable;
  team_followers: TeamFollowersTable;
  announcements: AnnouncementsTable;
  announced_events: AnnouncedEventsTable;
  hold_sources: HoldSourcesTable;
}
