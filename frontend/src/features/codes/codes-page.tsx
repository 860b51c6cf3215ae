import { Copy, Plus, TicketPercent } from 'lucide-react'
import { Suspense, useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Switch } from '#frontend/ui/field.tsx'
import { Box, Flex, Heading, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { Card, EmptyState } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { ListedCode } from '#schema/api/codes.ts'
import { formatPounds, sumPence } from '#schema/money.ts'
import { offText, termsOf, usesText } from './code-words.ts'
import { useChangeCode, useCodes } from './queries.ts'

const MakeCodeDialog = lazyPart(
  () => import('./make-code-dialog.tsx'),
  (m) => m.MakeCodeDialog,
)

const copy = async (code: string) => {
  try {
    await navigator.clipboard.writeText(code)
    toast({ kind: 'success', title: 'Code copied', description: `${code} is on your clipboard.` })
  } catch {
    toast({ title: 'Code not copied', description: 'Your browser did not allow it.' })
  }
}

const CodeCard = ({ code }: { code: ListedCode }) => {
  const change = useChangeCode()
  const turn = (isActive: boolean) =>
    change.mutate({ params: { codeId: code.id }, body: { isActive } }, { onError: complain('Error changing code') })
  return (
    <Card as="article" aria-label={code.code} height="full">
      <Stack gap="3">
        <Flex justifyContent="space-between" gap="3" alignItems="flex-start">
          <Box minWidth="0">
            <Heading as="h2" look="heading" overflowWrap="anywhere" fontFamily="mono">
              {code.code}
            </Heading>
            <Text fontSize="lg">{offText(code.off)}</Text>
          </Box>
          <IconButton label={`Copy ${code.code}`} onClick={() => void copy(code.code)}>
            <Copy aria-hidden />
          </IconButton>
        </Flex>
        <Text textStyle="small" color="ink.muted" overflowWrap="anywhere">
          {termsOf(code).join(' · ')}
        </Text>
        <Row gap="5">
          <Text>{usesText(code)}</Text>
          <Text>{formatPounds(sumPence([code.soldPence, -code.returnedPence]))} sold</Text>
          {code.returnedPence > 0 && (
            <Text color="ink.muted">{formatPounds(code.returnedPence)} given back, taken off</Text>
          )}
        </Row>
        <Switch label="Active" checked={code.isActive} busy={change.isPending} onChange={turn} />
      </Stack>
    </Card>
  )
}

/** A photographer's discount codes: made, copied, switched, and what came of each. */
export const CodesPage = () => {
  const { data, error, isPending, refetch } = useCodes()
  const [isMaking, setIsMaking] = useState(false)
  usePrepared(MakeCodeDialog)
  const make = (
    <Button variant="accent" onClick={() => setIsMaking(true)}>
      <Plus aria-hidden />
      New Code
    </Button>
  )
  return (
    <Page
      title="Discount Codes"
      lead="For your photos alone. You pay the fee on what is paid, and on nothing that you take off."
      loading={isPending}
      actions={make}
    >
      {error && (
        <Alert
          tone="danger"
          title={sentenceOf(error)}
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data?.items.length === 0 && (
        <EmptyState title="No codes yet" icon={<TicketPercent size={40} />}>
          A code takes a percentage or a sum off, or includes some photos: for a client’s package, a season, a thank
          you.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <List
            display="grid"
            gap="6"
            gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' }}
            aria-label="Your codes"
          >
            {data.items.map((code) => (
              <li key={code.id}>
                <CodeCard code={code} />
              </li>
            ))}
          </List>
          <Text textStyle="fine" marginTop="6">
            Sold is what buyers paid for your photos in orders with the code, less what was given back to them: the
            revenue of Sales Analytics, of all time. A use is counted when an order is opened, and given back when
            nobody pays it.
          </Text>
        </>
      )}
      {isMaking && (
        <Suspense>
          <MakeCodeDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </Page>
  )
}
