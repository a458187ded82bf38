import type { UseFormReturn } from 'react-hook-form';
import { Field, Select } from '../../../ui/forms/field.tsx';
import type { Membership } from '../../teams/team-roles.ts';
import type { EventFormValues } from './event-form-values.ts';

export function TeamField({ form, teams }: { form: UseFormReturn<EventFormValues>; teams: Membership[] }) {
  return (
    <Field
      label="Team"
      required
      hint="Its members manage the event and check tickets in."
      error={form.formState.errors.team_id?.message}
    >
      {(wiring) => (
        <Select {...wiring} {...form.register('team_id')}>
          <option value="">Choose a team</option>
          {teams.map((team) => (
            <option key={team.team_id} value={team.team_id}>
              {team.team_name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
