import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

export interface MenuProps {
  /** The button that opens the menu. The menu adds its own props to the button. */
  trigger: ReactElement;
  /** Shown above the items. */
  title?: ReactNode;
  /** The width of the menu, as a CSS length. */
  width?: string;
  align?: 'start' | 'center' | 'end';
  /** Opens the menu at once. Used if a press on another button loads the menu. */
  defaultOpen?: boolean;
  children: ReactNode;
}

const item =
  'flex min-h-11 cursor-default items-center gap-3 rounded-lg px-3 outline-none select-none data-disabled:text-ink-faint data-highlighted:bg-sunken';

export function Menu({ trigger, title, width = '14rem', align = 'end', defaultOpen, children }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={8} collisionPadding={12} className="z-50 outline-none">
          <Base.Popup
            style={{ width }}
            className="origin-(--transform-origin) rounded-2xl border border-line bg-raised p-2 text-ink shadow-float transition duration-150 ease-out outline-none data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0"
          >
            {title ? (
              <Base.Group>
                <Base.GroupLabel className="px-3 pt-2 pb-1.5 font-display text-lg font-semibold">
                  {title}
                </Base.GroupLabel>
                {children}
              </Base.Group>
            ) : (
              children
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem(props: ComponentProps<typeof Base.Item>) {
  return <Base.Item {...props} className={item} />;
}

/** A menu item that is a link: `<MenuLinkItem render={<Link to={paths.profile} />}>Profile</MenuLinkItem>`. */
export function MenuLinkItem(props: ComponentProps<typeof Base.LinkItem>) {
  return <Base.LinkItem closeOnClick {...props} className={item} />;
}

export function MenuSeparator() {
  return <Base.Separator className="mx-3 my-2 h-px bg-line" />;
}
