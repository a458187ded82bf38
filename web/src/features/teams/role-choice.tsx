import { RadioCards } from '../../ui/forms/radio-cards.tsx';
import { roleHints, roleName, type TeamRole } from './team-roles.ts';

const roles: TeamRole[] = ['team_admin', 'event_manager', 'owner', 'organizer'];

export function RoleChoice({ value, onChange }: { value: TeamRole; onChange: (role: TeamRole) => void }) {
  return (
    <RadioCards
      legend="Role"
      options={roles.map((id) => ({ id, label: roleName(id), hint: roleHints[id] }))}
      value={value}
      onChange={onChange}
    />
  );
}
