import { brandLook, BrandMark } from './brand.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** For a page that nobody should leave by accident: a header without links, as wide as the door of volunteers. */
export function PlainHeader() {
  return (
    <header className="border-b border-line">
      <div className="page-width flex max-w-6xl! items-center justify-between">
        <p className={brandLook}>
          <BrandMark />
        </p>
        <ThemeToggle />
      </div>
    </header>
  );
}
