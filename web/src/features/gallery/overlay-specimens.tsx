import { Copy, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FullScreen } from '../../ui/overlays/full-screen.tsx';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/overlays/menu.tsx';
import { Sheet } from '../../ui/overlays/sheet.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { Tooltip, TooltipGroup } from '../../ui/overlays/tooltip.tsx';
import { paths } from '../../paths.ts';
import { Link } from '../../layout/link.tsx';
import { Group, longText, Row, Specimen } from './specimen.tsx';

type Overlay = 'dialog' | 'confirm' | 'failed' | 'sheet' | 'full screen';

export function OverlaySpecimens() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const show = (name: Overlay) => ({ open: open === name, onOpenChange: () => setOpen(null) });
  return (
    <Group title="Overlays">
      <Specimen name="Dialog, ConfirmDialog, Sheet, FullScreen">
        <Row>
          {(['dialog', 'confirm', 'failed', 'sheet', 'full screen'] as const).map((name) => (
            <Button key={name} variant="secondary" onClick={() => setOpen(name)}>
              Open: {name}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Dialog {...show('dialog')} title="Change the Role" description={longText}>
        <p>The content of the dialog.</p>
      </Dialog>
      <ConfirmDialog
        {...show('confirm')}
        title="Delete the event?"
        description="This action cannot be undone."
        confirmLabel="Delete Event"
        onConfirm={() => setOpen(null)}
      />
      <ConfirmDialog
        {...show('failed')}
        title="Cancel the order?"
        description="Its tickets end at once."
        confirmLabel="Cancel Order"
        error="The server does not answer. Please try again."
        onConfirm={() => setOpen(null)}
      />
      <Sheet {...show('sheet')} title="Menu" description="Slides in from the left">
        <p>The content of the sheet.</p>
      </Sheet>
      <FullScreen {...show('full screen')} title="A ticket">
        <p className="p-6 text-3xl">Bright in both themes.</p>
      </FullScreen>
      <Specimen name="Menu with MenuItem, MenuLinkItem and MenuSeparator">
        <Menu
          title="Actions"
          align="start"
          trigger={
            <IconButton label="Open the menu">
              <MoreHorizontal size={20} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem>Rename</MenuItem>
          <MenuItem disabled>Duplicate</MenuItem>
          <MenuSeparator />
          <MenuLinkItem render={<Link to={paths.events} />}>All events</MenuLinkItem>
        </Menu>
      </Specimen>
      <Specimen name="TooltipGroup and Tooltip">
        <TooltipGroup>
          <Tooltip label="Copy the link">
            <IconButton label="Copy">
              <Copy size={18} aria-hidden />
            </IconButton>
          </Tooltip>
        </TooltipGroup>
      </Specimen>
      <Specimen name="Toasts and Toaster, which the page has once">
        <Row>
          {(['success', 'error', 'info', 'warning'] as const).map((kind) => (
            <Button key={kind} variant="secondary" onClick={() => toast[kind](`This is a toast: ${kind}`)}>
              Toast: {kind}
            </Button>
          ))}
        </Row>
      </Specimen>
    </Group>
  );
}
