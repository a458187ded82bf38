import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import { SearchChoice } from '../../../ui/forms/search-choice.tsx';
import { useDebounced } from '../../../ui/forms/use-debounced.ts';
import { type AdminTeam, teamChoiceQuery } from '../admin.api.ts';
import { useAdminId } from '../use-admin-id.ts';

export type ChosenTeam = Pick<AdminTeam, 'id' | 'name'>;

interface TeamChoiceProps {
  team: ChosenTeam | null;
  error: string | undefined;
  onBlur: () => void;
  onChange: (team: ChosenTeam | null) => void;
  inputRef: Ref<HTMLInputElement>;
}

export function TeamChoice({ team, error, onBlur, onChange, inputRef }: TeamChoiceProps) {
  const [text, setText] = useState('');
  const { data, isFetching } = useQuery(teamChoiceQuery(useAdminId(), useDebounced(text.trim(), 200)));
  return (
    <Field label="Team" required error={error}>
      {(control) => (
        <SearchChoice<ChosenTeam>
          {...control}
          items={data ?? []}
          value={team}
          placeholder="Type part of the name"
          emptyText={isFetching ? 'Loading…' : 'No teams found'}
          nameOf={({ name }) => name}
          keyOf={({ id }) => id}
          onChange={onChange}
          onSearch={setText}
          onBlur={onBlur}
          inputRef={inputRef}
        />
      )}
    </Field>
  );
}
