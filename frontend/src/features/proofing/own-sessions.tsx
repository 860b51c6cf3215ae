import { CalendarClock, Copy, Eye, MessageSquareHeart, Plus, RotateCcw, Trash2, Unlink } from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { sentenceOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { useReadPages } from '#frontend/shared/api/read-pages.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Heading, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge, Card, EmptyState, ProgressBar, Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusAfterRemoval } from '#frontend/ui/use-focus-after-removal.ts'
import type { OwnProofSession } from '#schema/api/proofing.ts'
import { formatCount } from '#schema/counts.ts'
import { copyLink } from './copy-link.ts'
import { CreateSessionDialog } from './create-session-part.tsx'
import { proofOrder, sessionWords, totalOf, wordOf } from './proof-words.ts'
import {
  useOwnSessions,
  useProofLink,
  useRemoveSession,
  useReopenSession,
  useSessionStanding,
  useWithdrawLinks,
} from './queries.ts'
import { SessionChoice } from './session-choice.tsx'

const ExtendDialog = lazyPart(
  () => import('./extend-session-dialog.tsx'),
  (m) => m.ExtendDialog,
)

const PrivateLink = lazyPart(
  () => import('./private-link.tsx'),
  (m) => m.PrivateLink,
)

/** A link that the browser did not let us copy: to be copied by hand, or by a press of its own. */
const linkToCopy = (link: string, onClose: () => void) => ({
  title: 'Copy the link',
  footer: (
    <>
      <Button onClick={onClose}>Done</Button>
      <Button variant="accent" onClick={() => void copyLink(link)}>
        <Copy aria-hidden />
        Copy link
      </Button>
    </>
  ),
  children: (
    <Suspense>
      <PrivateLink link={link} />
    </Suspense>
  ),
})

const DeleteSession = ({ session, onClose }: { session: OwnProofSession; onClose: () => void }) => {
  const remove = useRemoveSession({
    onSuccess: () => toast({ kind: 'success', title: 'Session deleted', description: session.title }),
    onError: complain('The session was not deleted'),
  })
  return (
    <Confirm
      open
      title={`Delete ${session.title}?`}
      action="Delete session"
      busy={remove.isPending}
      isHeld={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { proofSessionId: session.id } }, { onSuccess: onClose })}
    >
      Its link is dead at once, and what your client said is gone. Export it first if you need it.
    </Confirm>
  )
}

type WithdrawLinksProps = { session: OwnProofSession; isLocked: boolean; onClose: () => void }

/** Ends the links that went out, and copies a new one; without a subscription there is none to be had. */
const WithdrawLinks = ({ session, isLocked, onClose }: WithdrawLinksProps) => {
  const withdraw = useWithdrawLinks()
  const link = useProofLink()
  const params = { proofSessionId: session.id }
  const [refused, setRefused] = useState<string>()
  const copyOrShow = async (made: string) => {
    if (await copyLink(made)) onClose()
    else setRefused(made)
  }
  const copyNew = () =>
    link.mutate(
      { params },
      {
        onSuccess: (answer) => void copyOrShow(answer.link),
        onError: (error) => {
          complain('The links are withdrawn, but no new one was made')(error)
          onClose()
        },
      },
    )
  const confirm = () =>
    withdraw.mutate(
      { params, body: { linkVersion: session.linkVersion } },
      { onSuccess: isLocked ? onClose : copyNew, onError: complain('The links were not withdrawn') },
    )
  const question = {
    title: `Withdraw the links to ${session.title}?`,
    footer: (
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={withdraw.isPending || link.isPending} onClick={confirm}>
          {isLocked ? 'Withdraw links' : 'Withdraw and copy a new link'}
        </Button>
      </>
    ),
    children: (
      <Text>
        Every link that you have sent stops working at once, and so does what it opened. What your client chose stays.
        {!isLocked && ' The new link is copied for you to send.'}
      </Text>
    ),
  }
  // One dialog for both: one that made room for the next would give the focus back to the page, and so close it.
  const shown = refused === undefined ? question : linkToCopy(refused, onClose)
  return <Dialog open role="alertdialog" size="sm" onClose={onClose} {...shown} />
}

type SessionCardProps = {
  session: OwnProofSession
  isLocked: boolean
  onOpen: () => void
  onExtend: () => void
  onWithdraw: () => void
  onDelete: () => void
}

const SessionCard = ({ session, isLocked, onOpen, onExtend, onWithdraw, onDelete }: SessionCardProps) => {
  const link = useProofLink()
  const [refused, setRefused] = useState<string>()
  const copyOrShow = async (made: string) => {
    if (!(await copyLink(made))) setRefused(made)
  }
  const closeLink = () => setRefused(undefined)
  const reopen = useReopenSession()
  const params = { proofSessionId: session.id }
  const word = sessionWords[session.status]
  const total = totalOf(session)
  const isClosed = session.status === 'completed' || session.status === 'expired'
  return (
    <Card as="article">
      <Stack gap="4">
        <Row justifyContent="space-between" alignItems="flex-start">
          <Stack gap="1" flex="1 1 14rem">
            <Heading as="h2" look="heading">
              {session.title}
            </Heading>
            <Text textStyle="small" color="ink.muted">
              <bdi>{session.galleryTitle}</bdi>, for {session.clientEmail}
            </Text>
            {session.deadlineAt && <Text textStyle="fine">Deadline {formatMinute(session.deadlineAt)}</Text>}
          </Stack>
          <Badge tone={word.tone}>{word.label}</Badge>
        </Row>
        <ProgressBar
          label={`${session.title} reviewed`}
          percent={total === 0 ? 0 : ((total - session.counts.pending) / total) * 100}
        />
        <Row columnGap="5" rowGap="1">
          {proofOrder.map((status) => (
            <Text key={status} textStyle="small" color="ink.muted">
              {wordOf(status, session).label} <strong>{formatCount(session.counts[status])}</strong>
            </Text>
          ))}
          {session.selectionTarget !== null && (
            <Text textStyle="small" color="ink.muted">
              To choose <strong>{formatCount(session.selectionTarget)}</strong>
            </Text>
          )}
        </Row>
        <Row gap="2">
          <Button size="sm" variant="outline" onClick={onOpen}>
            <Eye aria-hidden />
            View choice
          </Button>
          {!isLocked && (
            <Button
              size="sm"
              busy={link.isPending}
              onClick={() =>
                link.mutate(
                  { params },
                  { onSuccess: (answer) => void copyOrShow(answer.link), onError: complain('Link not copied') },
                )
              }
            >
              {!link.isPending && <Copy aria-hidden />}
              Copy link
            </Button>
          )}
          {!isLocked && isClosed && (
            <Button
              size="sm"
              busy={reopen.isPending}
              onClick={() =>
                reopen.mutate(
                  { params, body: {} },
                  {
                    onSuccess: () =>
                      toast({
                        kind: 'success',
                        title: 'Session reopened',
                        description: 'Your client can change the choice again.',
                      }),
                    onError: complain('The session was not reopened'),
                  },
                )
              }
            >
              {!reopen.isPending && <RotateCcw aria-hidden />}
              Reopen
            </Button>
          )}
          {!isLocked && !isClosed && (
            <Button size="sm" onClick={onExtend}>
              <CalendarClock aria-hidden />
              Deadline
            </Button>
          )}
          <Button size="sm" onClick={onWithdraw}>
            <Unlink aria-hidden />
            Withdraw links
          </Button>
          <IconButton size="sm" label={`Delete ${session.title}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </Row>
      </Stack>
      {refused !== undefined && <Dialog open size="sm" onClose={closeLink} {...linkToCopy(refused, closeLink)} />}
    </Card>
  )
}

/** The photographer's proof sessions. @param locked What stands above them, or for them, once the trial has ended. */
export const OwnSessions = ({ locked }: { locked: ReactNode }) => {
  const trial = useTrial()
  const creating = useOpened('new')
  const opening = useOpened('session')
  const openedId = opening.shown
  const list = useReadPages(useOwnSessions({ isWatched: openedId === '' }))
  const { data, error, refetch } = list
  const sessions = data?.pages.flatMap(({ items }) => items)
  const opened = useSessionStanding(
    openedId,
    sessions?.find(({ id }) => id === openedId),
  )
  const [extended, setExtended] = useState<OwnProofSession>()
  const [withdrawn, setWithdrawn] = useState<OwnProofSession>()
  const [doomed, setDoomed] = useState<OwnProofSession>()
  const cards = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval({ list: cards, ids: sessions?.map(({ id }) => id) ?? [], doomed: doomed?.id })
  usePrepared(CreateSessionDialog)
  usePrepared(ExtendDialog)
  usePrepared(PrivateLink)
  const isFailing = error !== null && !sessions && !opened
  useLoadFailure(isFailing ? error : null, 'Error', waitSentenceOf(error) ?? 'Failed to load proof sessions.')

  if (isFailing) {
    return (
      <EmptyState
        title="Failed to load proof sessions."
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (opened) return <SessionChoice session={opened} onBack={opening.close} />
  const isLocked = trial.isExpired
  if (isLocked && !sessions?.length) return locked
  const create = !isLocked && (
    <Button variant={sessions?.length === 0 ? 'accent' : 'outline'} onClick={() => creating.open('session')}>
      <Plus aria-hidden />
      Create Proof Session
    </Button>
  )
  return (
    <>
      {isLocked && (
        <Stack gap="5" marginBottom="6">
          {locked}
          <Text color="ink.muted">Links can be withdrawn and sessions deleted at any time.</Text>
        </Stack>
      )}
      {sessions?.length === 0 ? (
        <EmptyState title="No proof sessions yet" icon={<MessageSquareHeart size={40} />} action={create}>
          Send a client a private link, and let them choose: approve, maybe, reject, with a word on each photo.
        </EmptyState>
      ) : (
        <Stack gap="6">
          <Row justifyContent="space-between">
            <Text color="ink.muted">
              {sessions ? countOf(sessions.length, list.hasNextPage ? 'newest session' : 'session') : ' '}
            </Text>
            {create}
          </Row>
          <List ref={cards} display="grid" gap="5" aria-busy={!sessions}>
            {sessions
              ? sessions.map((session) => (
                  <li key={session.id}>
                    <SessionCard
                      session={session}
                      isLocked={isLocked}
                      onOpen={() => opening.open(session.id)}
                      onExtend={() => setExtended(session)}
                      onWithdraw={() => setWithdrawn(session)}
                      onDelete={() => setDoomed(session)}
                    />
                  </li>
                ))
              : ['first', 'second'].map((place) => <Skeleton key={place} as="li" height="48" />)}
          </List>
          <LoadMore pages={list} count={sessions?.length ?? 0} one="session" />
        </Stack>
      )}
      {creating.shown === 'session' && !isLocked && (
        <Suspense>
          <CreateSessionDialog onClose={creating.close} />
        </Suspense>
      )}
      {extended && (
        <Suspense>
          <ExtendDialog session={extended} onClose={() => setExtended(undefined)} />
        </Suspense>
      )}
      {withdrawn && <WithdrawLinks session={withdrawn} isLocked={isLocked} onClose={() => setWithdrawn(undefined)} />}
      {doomed && (
        <DeleteSession
          session={doomed}
          onClose={() => setDoomed((asked) => (asked?.id === doomed.id ? undefined : asked))}
        />
      )}
    </>
  )
}
