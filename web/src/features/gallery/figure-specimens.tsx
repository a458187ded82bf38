import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTile } from '../../ui/date-tile.tsx';
import { Drawing, type DrawingName } from '../../ui/empty-state.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TicketStub } from '../../ui/ticket-stub.tsx';
import { Group, longText, Row, Specimen } from './specimen.tsx';

// TypeScript reports a drawing that is missing here.
const drawings: Record<DrawingName, string> = {
  ticket: 'tickets',
  calendar: 'dates',
  envelope: 'mails and invitations',
  door: 'pages that are not there',
  search: 'nothing found',
  seats: 'people',
  coins: 'money',
  poster: 'events',
};

export function FigureSpecimens() {
  return (
    <Group title="Figures and pictures">
      <Specimen name="Figures and Figure: usual, with a part, with a note">
        <Figures>
          <Figure name="taken">£1,644.20</Figure>
          <Figure name="of 60 sold" part={0.7}>
            42
          </Figure>
          <Figure name="days to go" note="Saturday, Dec 5">
            12
          </Figure>
        </Figures>
      </Specimen>
      <Specimen name="Gauge: empty, half, more than full">
        <div className="grid max-w-sm gap-3">
          <Gauge part={0} />
          <Gauge part={0.5} />
          <Gauge part={1.2} />
        </div>
      </Specimen>
      <Specimen name="Avatar: letters, large, without a name, a picture that is missing, of a team">
        <Row>
          <Avatar username="ada" imageUrl={null} />
          <Avatar username="mei.tanaka" imageUrl={null} size={72} />
          <Avatar username={null} imageUrl={null} />
          <Avatar username="jo" imageUrl="https://example.org/jo.png" />
          <Avatar username="The Maltings" imageUrl={null} isTeam />
        </Row>
      </Specimen>
      <Specimen name="DateTile">
        <Row>
          <DateTile month="Nov" day="21" />
          <DateTile month="Dec" day="5" />
        </Row>
      </Specimen>
      <Specimen name="Drawing, each">
        <Row>
          {Object.entries(drawings).map(([name, use]) => (
            <figure key={name} className="text-center text-sm text-ink-soft">
              <Drawing name={name as DrawingName} className="mx-auto w-40" />
              <figcaption>{use}</figcaption>
            </figure>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Card: usual, long text">
        <div className="grid gap-4 md:grid-cols-2">
          <Card className="p-5">What belongs together.</Card>
          <Card className="p-5 wrap-anywhere">{longText}</Card>
        </div>
      </Specimen>
      <Specimen name="TicketStub">
        <TicketStub className="max-w-sm" stub={<p className="text-center font-mono">RN4J9 HVAE4</p>}>
          <p className="font-display text-2xl font-semibold">Silent Film, Loud Piano</p>
          <p className="text-ink-soft">Saturday, Dec 5, 2026</p>
        </TicketStub>
      </Specimen>
      <Specimen name="Skeleton and Spinner">
        <div className="grid max-w-sm gap-3">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-24" />
          <Row>
            <Spinner /> Loading
          </Row>
        </div>
      </Specimen>
    </Group>
  );
}
