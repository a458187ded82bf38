import { LoaderCircle } from 'lucide-react';

/** An icon that turns while something is loading. Hidden from screen readers, because there is a text beside it. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />;
}
