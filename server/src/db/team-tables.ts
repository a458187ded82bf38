import type { TeamRole } from '@foyer/contract/fields.ts';
import type { AutomaticKind, MessageAudience } from '@foyer/contract/sales/messages.ts';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted } from './defaulted.ts';

export interface TeamsTable {
  id: GeneratedAlways<number>;
  name: string;
  description: string | null;
  picture_url: Defaulted<string | null>;
  contact_email: Defaulted<string | null>;
  created_at: Defaulted<Date>;
  updated_at: Defaulted<Date>;
}

export interface TeamMembersTable {
  id: GeneratedAlways<number>;
  team_id: number;
  user_id: number;
  role: TeamRole;
  created_at: Defaulted<Date>;
}

type InvitationState = 'open' | 'accepted' | 'declined' | 'withdrawn';

export interface TeamInvitationsTable {
  id: GeneratedAlways<number>;
  team_id: number;
  role: TeamRole;
  user_id: number | null;
  email: string | null;
  invited_by: number;
  state: Defaulted<InvitationState>;
  created_at: Date;
  expires_at: Date;
  ended_at: Defaulted<Date | null>;
  answered_by: Defaulted<number | null>;
}

export interface MessagesTable {
  id: GeneratedAlways<number>;
  event_id: number;
  sender_id: number | null;
  subject: string;
  text: string;
  /** `came`: everybody who was checked in. */
  audience: MessageAudience | 'came';
  ticket_type_id: number | null;
  takes_replies: boolean;
  idempotency_key: string;
  body_hash: Buffer;
  created_at: Date;
  kind: Defaulted<'message' | AutomaticKind>;
}

export interface TeamFollowersTable {
  id: GeneratedAlways<number>;
  team_id: number;
  email: string;
  address_hash: Buffer;
  asked_at: Date;
  confirmed_at: Defaulted<Date | null>;
}

export interface AnnouncementsTable {
  id: GeneratedAlways<number>;
  team_id: number;
  created_at: Date;
}

export interface AnnouncedEventsTable {
  event_id: number;
  announcement_id: number;
}

export interface AutomaticMailsTable {
  event_id: number;
  kind: AutomaticKind;
  is_on: boolean;
  subject: string | null;
  text: string | null;
  /** Who wrote the words, or null for the usual words and after the account was deleted. */
  writer_id: Defaulted<number | null>;
}

export interface MessageReadersTable {
  id: GeneratedAlways<number>;
  message_id: number;
  order_id: number;
  /** The ticket whose holder gets the message, or null for the buyer of the order. */
  ticket_id: number | null;
  state: Defaulted<'new' | 'queued' | 'waiting' | 'sent' | 'not_sent'>;
}
