import type { LinkProps } from '@tanstack/react-router';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { Link } from '../../layout/link.tsx';
import { IconButton } from '../../ui/button.tsx';

const linkStyle =
  'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-150 hover:bg-sunken';

export function ViewLink({ label, ...link }: LinkProps & { label: string }) {
  return (
    <Link {...link} aria-label={label} title={label} className={linkStyle}>
      <Eye size={18} aria-hidden />
    </Link>
  );
}

export function EditLink({ label, ...link }: LinkProps & { label: string }) {
  return (
    <Link {...link} aria-label={label} title={label} className={linkStyle}>
      <Pencil size={17} aria-hidden />
    </Link>
  );
}

interface ActionProps {
  label: string;
  /**
   * The id of the button. A dialog that closes finds the button by this id, because the table may have drawn a new
   * button.
   */
  id: string;
  onClick: () => void;
}

export function EditButton({ label, id, onClick }: ActionProps) {
  return (
    <IconButton id={id} label={label} title={label} onClick={onClick}>
      <Pencil size={17} aria-hidden />
    </IconButton>
  );
}

export function DeleteButton({ label, id, onClick }: ActionProps) {
  return (
    <IconButton id={id} label={label} title={label} onClick={onClick}>
      <Trash2 size={18} aria-hidden />
    </IconButton>
  );
}
