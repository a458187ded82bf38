import type { TeamRole } from '@foyer/contract/fields.ts';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted } from './defaulted.ts';

export interface TeamsTable {
  id: GeneratedAlways<number>;
  name: string;
  description: string | null;
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
