import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import type { RecordsSearch } from '../admin-search.ts';

interface TroubleFilterProps {
  label: string;
  search: RecordsSearch;
  onShow: (search: RecordsSearch) => void;
}

export function TroubleFilter({ label, search, onShow }: TroubleFilterProps) {
  return (
    <Checkbox
      label={label}
      checked={search.only !== undefined}
      onChange={(event) => onShow({ only: event.target.checked ? 'trouble' : undefined })}
    />
  );
}
