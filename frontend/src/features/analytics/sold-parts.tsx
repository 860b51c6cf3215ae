import { Heading, Text } from '#frontend/ui/layout.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'
import { Table, TableFrame } from '#frontend/ui/table.tsx'
import type { SalesAnalytics } from '#schema/api/analytics.ts'
import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { codeName, offerName } from './part-names.ts'

type Part = Omit<SalesAnalytics['byOffer'][number], 'offer'> & { name: string }
type PartsProps = { title: string; first: string; note: string; parts: readonly Part[] | undefined }

const Parts = ({ title, first, note, parts }: PartsProps) => (
  // Six columns need the whole width.
  <Card aria-label={title} gridColumn="1 / -1">
    <Heading look="heading" marginBottom="3">
      {title}
    </Heading>
    {!parts ? (
      <Skeleton height="24" />
    ) : parts.length === 0 ? (
      <Text color="ink.muted" paddingBlock="4">
        No orders in this time period
      </Text>
    ) : (
      <>
        <TableFrame aria-label={`Revenue ${title.toLowerCase()}`}>
          <Table>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                <th scope="col" data-number>
                  Orders
                </th>
                <th scope="col" data-number data-wide>
                  Paid
                </th>
                <th scope="col" data-number data-wide>
                  Given back
                </th>
                <th scope="col" data-number>
                  Revenue
                </th>
                <th scope="col" data-number data-wide>
                  Your earnings
                </th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => (
                <tr key={part.name}>
                  <td>
                    <Text overflowWrap="anywhere" minWidth="7rem">
                      {part.name}
                    </Text>
                    {part.returnedPence > 0 && (
                      <Text textStyle="fine" display={{ sm: 'none' }}>
                        {formatPounds(part.returnedPence)} given back
                      </Text>
                    )}
                  </td>
                  <td data-number>{formatCount(part.orderCount)}</td>
                  <td data-number data-wide>
                    {formatPounds(part.paidPence)}
                  </td>
                  <td data-number data-wide>
                    {formatPounds(part.returnedPence)}
                  </td>
                  <td data-number>{formatPounds(part.revenuePence)}</td>
                  <td data-number data-wide>
                    {formatPounds(part.earningsPence)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
        <Text textStyle="fine" marginTop="3">
          {note}
        </Text>
      </>
    )}
  </Card>
)

/** What was sold by each offer and with each code; each table adds up to the revenue above. */
export const SoldParts = ({ analytics }: { analytics: SalesAnalytics | undefined }) => (
  <>
    <Parts
      title="By offer"
      first="Sold"
      note="An order with photos of several offers counts once with each."
      parts={analytics?.byOffer.map((part) => ({ ...part, name: offerName(part) }))}
    />
    <Parts
      title="By discount code"
      first="Code"
      note="All that was paid for your photos in orders with the code, less what was given back."
      parts={analytics?.byCode.map((part) => ({ ...part, name: codeName(part) }))}
    />
  </>
)
