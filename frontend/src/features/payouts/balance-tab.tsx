import { Banknote, Clock, Snowflake, TrendingUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { codeOf, sentenceOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { payoutCountry } from '#frontend/shared/payouts/payout-country.ts'
import { useFreshSignIn } from '#frontend/shared/session/use-fresh-sign-in.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Flex, Grid, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge, Card, EmptyState, SkeletonText } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { BalanceView } from '#schema/api/payouts.ts'
import { errors } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { useBalance, useRequestPayout, useSetUpAccount } from './queries.ts'
import { SalesTable } from './sales-table.tsx'

type SumProps = { label: string; pence: number | undefined; icon: ReactNode; hint: string; main?: boolean }
const Sum = ({ label, pence, icon, hint, main = false }: SumProps) => (
  <Card as="div" room="even" {...(main && { borderColor: 'accent.text' })}>
    <Flex justifyContent="space-between" gap="3">
      <Text textStyle="small" color="ink.muted">
        {label}
      </Text>
      <Box color="ink.muted">{icon}</Box>
    </Flex>
    <Text fontFamily="heading" fontSize="2xl" lineHeight="snug" marginBlock="1">
      <SkeletonText loading={pence === undefined} width="6ch">
        {formatPounds(pence ?? 0)}
      </SkeletonText>
    </Text>
    <Text textStyle="fine">{hint}</Text>
  </Card>
)

const accountStates = {
  none: { label: 'Not set up', tone: 'neutral', action: 'Set Up Payout Account' },
  incomplete: { label: 'Not finished', tone: 'accent', action: 'Finish Setting Up' },
  checking: { label: 'Being checked', tone: 'accent', action: 'Update Payout Account' },
  ready: { label: 'Ready', tone: 'success', action: 'Update Payout Account' },
  disabled: { label: 'Needs attention', tone: 'danger', action: 'Update Payout Account' },
  rejected: { label: 'Stopped', tone: 'danger', action: 'Update Payout Account' },
} as const

/** Why no payout is promised. */
const waits = {
  none: 'until your payout account is set up',
  incomplete: 'until your payout account is set up',
  checking: 'while Stripe checks your details',
  ready: 'while your payouts are on hold',
  disabled: 'until your payout account can receive money',
  rejected: 'while your payout account is stopped',
} as const satisfies Record<keyof typeof accountStates, string>

/** What becomes of the money that is available. */
const fateOf = (balance: BalanceView | undefined): string =>
  balance?.nextPayoutAt === null ? `Waits ${waits[balance.payoutAccount]}` : 'Can be paid out now'

const setupFailed = 'Failed to start account setup. Please try again.'
const payoutFailed = 'Failed to process payout. Please try again.'
/** The server's own sentence where it has one for people; else the specification's. */
const messageOf = (error: unknown, otherwise: string) =>
  waitSentenceOf(error) ?? (['internal', 'unavailable'].includes(codeOf(error)) ? otherwise : sentenceOf(error))

const useSetUp = () => {
  const setUp = useSetUpAccount()
  const freshly = useFreshSignIn()
  const start = async () => {
    // Opened with the click itself: a tab opened after the answer would be taken for a pop-up and blocked.
    let tab = window.open('', '_blank')
    if (tab) tab.opener = null
    // Nothing is to stand before the question; the account opens in this tab then.
    const closeTab = () => {
      tab?.close()
      tab = null
    }
    try {
      const { url } = await freshly(() => setUp.mutateAsync({}), closeTab)
      if (tab) tab.location.href = url
      else location.assign(url)
      toast({
        kind: 'info',
        title: 'Account Setup Started',
        description: 'Complete your payout account setup in the new tab, then return here.',
      })
    } catch (thrown) {
      tab?.close()
      toast({ title: 'Setup Error', description: messageOf(thrown, setupFailed) })
    }
  }
  return { busy: setUp.isPending, start: () => void start() }
}

const whatIsPaid = (fromPence: number): string =>
  fromPence === 0
    ? 'All that is available is paid out every week.'
    : `All that is available is paid out every week once it is ${formatPounds(fromPence)} or more. You can request a smaller payout at any time.`

const PayoutPanel = ({ balance }: { balance: BalanceView | undefined }) => {
  const setUp = useSetUp()
  const request = useRequestPayout()
  const freshly = useFreshSignIn()
  const account = accountStates[balance?.payoutAccount ?? 'none']
  const isReady = balance?.payoutAccount === 'ready'
  const payOut = () => {
    if (!balance || request.isPending) return
    if (balance.availablePence <= 0) {
      toast({ title: 'No Balance', description: errors.no_balance[1] })
      return
    }
    freshly(() => request.mutateAsync({})).then(
      ({ amountPence }) =>
        toast({
          kind: 'success',
          title: 'Payout Requested',
          description: `${formatPounds(amountPence)} is being transferred to your account.`,
        }),
      (error: unknown) =>
        codeOf(error) === 'no_balance'
          ? complain('No Balance')(error)
          : toast({ title: 'Payout Error', description: messageOf(error, payoutFailed) }),
    )
  }
  return (
    <Card aria-labelledby="payouts">
      <Row justifyContent="space-between" marginBottom="4">
        <Heading id="payouts" look="heading">
          Payouts
        </Heading>
        {balance && <Badge tone={account.tone}>{account.label}</Badge>}
      </Row>
      <Stack gap="3">
        <Text color="ink.muted">
          {whatIsPaid(balance?.payoutFromPence ?? 0)} A sale becomes available {limits.payout.holdHours} hours after it
          was paid; of each you keep 90%.
        </Text>
        <Text color="ink.muted">
          We send it to your account at Stripe; Stripe sends it on to your bank, usually within a few working days.{' '}
          {payoutCountry}
        </Text>
        <Text textStyle="small">
          Next payout:{' '}
          <SkeletonText loading={!balance} width="14ch">
            {balance &&
              (balance.nextPayoutAt === null
                ? `none ${waits[balance.payoutAccount]}`
                : formatMinute(balance.nextPayoutAt))}
          </SkeletonText>
        </Text>
        {balance?.lastPayoutAt && <Text textStyle="small">Last payout: {formatMinute(balance.lastPayoutAt)}</Text>}
        <Row paddingTop="2">
          <Button
            variant={isReady ? 'accent' : 'outline'}
            disabled={!isReady}
            busy={request.isPending}
            onClick={payOut}
          >
            Request Payout
          </Button>
          <Button variant={isReady ? 'outline' : 'accent'} disabled={!balance} busy={setUp.busy} onClick={setUp.start}>
            {account.action}
          </Button>
        </Row>
        {balance && !isReady && <Text textStyle="fine">A payout can be requested once the account is set up.</Text>}
      </Stack>
    </Card>
  )
}

/**
 * Stripe sends a photographer here whose link to the set-up was used or has run out: they get a new one in the same tab,
 * once, without a click. Where that fails the page stays, with its button.
 */
const useSetUpAgain = () => {
  const { read, change } = useAddress()
  const setUp = useSetUpAccount()
  const freshly = useFreshSignIn()
  const isWanted = read('setup') === 'again'
  const isAsked = useRef(false)
  const goOn = useStable(async () => {
    change({ setup: undefined }, { replace: true })
    try {
      location.replace((await freshly(() => setUp.mutateAsync({}))).url)
    } catch (thrown) {
      toast({ title: 'Setup Error', description: messageOf(thrown, setupFailed) })
    }
  })
  useEffect(() => {
    if (!isWanted || isAsked.current) return
    isAsked.current = true
    void goOn()
  }, [isWanted, goOn])
}

export const BalanceTab = () => {
  const { data: balance, error, refetch } = useBalance()
  useSetUpAgain()
  if (error && !balance) {
    return (
      <EmptyState
        title="Your balance could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  return (
    <Stack gap="10" aria-busy={!balance}>
      <Box>
        {balance?.notice && <Alert tone="accent" title={balance.notice} />}
        <Grid gap="4" gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}>
          <Sum
            main
            label="Available Balance"
            pence={balance?.availablePence}
            icon={<Banknote size={20} aria-hidden />}
            hint={fateOf(balance)}
          />
          <Sum
            label="Processing (48h hold)"
            pence={balance?.pendingPence}
            icon={<Clock size={20} aria-hidden />}
            hint="Becomes available by itself"
          />
          {balance && balance.heldPence > 0 && (
            <Sum
              label="On Hold"
              pence={balance.heldPence}
              icon={<Snowflake size={20} aria-hidden />}
              hint="A buyer’s bank is asking about a payment"
            />
          )}
          <Sum
            label="Total Earned"
            pence={balance?.totalEarnedPence}
            icon={<TrendingUp size={20} aria-hidden />}
            hint="Your share of all sales, less refunds"
          />
        </Grid>
      </Box>
      <PayoutPanel balance={balance} />
      <SalesTable />
    </Stack>
  )
}
