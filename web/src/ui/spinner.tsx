import { LoaderCircle } from 'lucide-react';

/** Hidden from screen readers, because the text beside it says what is going on. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />;
}
