import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { Button, type ButtonSize, type ButtonVariant, IconButton } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Group, longText, Row, Specimen } from './specimen.tsx';

const variants: ButtonVariant[] = [
  'primary',
  'secondary',
  'quiet',
  'danger',
  'danger-solid',
  'good',
  'closed',
];
const sizes: ButtonSize[] = ['sm', 'md', 'lg'];
const tones: BadgeTone[] = ['neutral', 'outline', 'spot', 'good', 'warn', 'bad', 'blue', 'purple'];

export function ActionSpecimens() {
  const [tab, setTab] = useState<'one' | 'two' | 'three'>('one');
  return (
    <Group title="Actions">
      <Specimen name="Button, each variant">
        <Row>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Button, each size">
        <Row>
          {sizes.map((size) => (
            <Button key={size} size={size}>
              <Plus size={18} aria-hidden />
              Size {size}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Button, disabled, busy and closed">
        <Row>
          <Button disabled>Sold out</Button>
          <Button variant="secondary" disabled>
            Not yet on sale
          </Button>
          <Button busy>Saving</Button>
          <Button variant="secondary" busy>
            Loading
          </Button>
          <Button variant="closed" closed>
            Registration closed
          </Button>
        </Row>
      </Specimen>
      <Specimen name="Button, long text">
        <Button variant="secondary" className="max-w-full whitespace-normal! wrap-anywhere">
          {longText}
        </Button>
      </Specimen>
      <Specimen name="IconButton, usual and disabled">
        <Row>
          <IconButton label="Edit the specimen">
            <Pencil size={18} aria-hidden />
          </IconButton>
          <IconButton label="Edit nothing" disabled className="disabled:text-ink-faint">
            <Pencil size={18} aria-hidden />
          </IconButton>
        </Row>
      </Specimen>
      <Specimen name="Badge, each tone">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label="Specimens"
          value={tab}
          onChange={setTab}
          tabs={[
            { id: 'one', label: 'Upcoming', content: <p>The first panel.</p> },
            { id: 'two', label: 'Past', content: <p>The second panel.</p> },
            { id: 'three', label: 'With a longer label', content: <p>The third panel.</p> },
          ]}
        />
      </Specimen>
      <BottomBar>
        <p className="flex-1 font-semibold">BottomBar, on phones</p>
        <Button>Get tickets</Button>
      </BottomBar>
    </Group>
  );
}
