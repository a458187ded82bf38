import { PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { Tooltip, TooltipGroup } from '../../ui/overlays/tooltip.tsx';
import { useSidebar } from './use-sidebar.ts';

export interface SidebarPageProps {
  title: string;
  subtitle: string;
  /**
   * Renders the sidebar's links. Each link calls `onChoose` when pressed, which closes the sidebar on a small
   * screen.
   */
  renderNav: (onChoose?: () => void) => ReactNode;
  heading: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A page with a sidebar beside the content, or over the content on a small screen. Ctrl+B or Cmd+B opens and
 * closes the sidebar.
 */
export function SidebarPage({ title, subtitle, renderNav, heading, actions, children }: SidebarPageProps) {
  const sidebar = useSidebar();
  const beside = sidebar.wide && sidebar.open;
  return (
    <div
      className={classes(
        'page-width grid items-start gap-x-10 py-6 sm:py-10',
        beside && 'md:grid-cols-[16rem_minmax(0,1fr)]',
      )}
    >
      {beside && (
        <aside aria-label={title} className="sticky top-26 hidden md:block">
          <p className="font-display text-2xl leading-tight font-semibold">{title}</p>
          <p className="text-ink-soft">{subtitle}</p>
          <div className="mt-5">{renderNav()}</div>
        </aside>
      )}
      <Sheet
        open={!sidebar.wide && sidebar.open}
        onOpenChange={sidebar.closeSheet}
        title={title}
        description={subtitle}
      >
        {renderNav(sidebar.closeSheet)}
      </Sheet>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
          <TooltipGroup delay={0}>
            <Tooltip label="Toggle sidebar (Ctrl+B)">
              <IconButton
                label="Toggle sidebar"
                aria-expanded={sidebar.open}
                aria-keyshortcuts="Control+B Meta+B"
                className="-ml-2.5"
                onClick={sidebar.toggle}
              >
                <PanelLeft size={21} aria-hidden />
              </IconButton>
            </Tooltip>
          </TooltipGroup>
          <h1 className="flex-1 text-3xl font-semibold whitespace-nowrap sm:text-4xl lg:text-5xl">
            {heading}
          </h1>
          {actions}
        </div>
        <div className="mt-7">{children}</div>
      </div>
    </div>
  );
}

export function sidebarLinkStyle(current: boolean): string {
  return classes(
    'flex min-h-11 items-center gap-3 rounded-lg px-3 font-semibold transition-colors duration-150',
    current ? 'bg-spot-wash text-spot-strong' : 'text-ink-soft hover:bg-sunken hover:text-ink',
  );
}
