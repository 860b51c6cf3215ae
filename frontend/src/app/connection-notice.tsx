import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isNotReached } from '#frontend/shared/api/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Column, Row, Text } from '#frontend/ui/layout.tsx'

// Below the bar, and in nobody's way: the page moves down.
const Place = chakra('div', { base: { position: 'sticky', top: '16', zIndex: 'docked' } })
const Strip = chakra('div', {
  base: { background: 'stage', color: 'stage.ink', paddingBlock: '1.5', '& svg': { flexShrink: 0 } },
})

const firstPauseMs = 5_000
const longestPauseMs = 30_000

const useIsOnline = () =>
  useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )

/** Whether something on this page was asked for and nothing answered; asks again by itself, ever more patiently. */
const useUnanswered = (isOnline: boolean) => {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const isUnanswered = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().some((query) => query.isActive() && isNotReached(query.state.error)),
  )
  const [round, setRound] = useState(0)
  const askAgain = () => {
    setRound((count) => count + 1)
    for (const query of cache.findAll({ type: 'active', predicate: ({ state }) => isNotReached(state.error) })) {
      const { fetchMeta } = query.state
      // Of a list whose next page did not come that page is asked for, and not all that are there.
      if (fetchMeta?.fetchMore) query.fetch(undefined, { meta: fetchMeta }).catch(() => undefined)
      else void queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
    }
  }
  useEffect(() => {
    if (!isUnanswered) setRound(0)
  }, [isUnanswered])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round waits longer than the one before.
  useEffect(() => {
    if (!isUnanswered || !isOnline) return
    const timer = setTimeout(askAgain, Math.min(firstPauseMs * 2 ** round, longestPauseMs))
    return () => clearTimeout(timer)
  }, [isUnanswered, isOnline, round])
  return { isUnanswered, askAgain }
}

/** Says that there is no connection, for as long as there is none. Reads go on by themselves when it is back. */
export const ConnectionNotice = () => {
  const isOnline = useIsOnline()
  const { isUnanswered, askAgain } = useUnanswered(isOnline)
  return (
    <Place role="status">
      {(!isOnline || isUnanswered) && (
        <Strip>
          <Column>
            <Row gap="3" flexWrap="nowrap">
              <WifiOff size={18} aria-hidden />
              <Text textStyle="small" flex="1">
                {isOnline
                  ? 'Darkslide cannot be reached. We keep trying; nothing that you typed is lost.'
                  : 'You are offline. Nothing that you typed is lost; the page goes on when you are back.'}
              </Text>
              {isOnline && (
                <Button variant="stage" size="sm" onClick={askAgain}>
                  Try now
                </Button>
              )}
            </Row>
          </Column>
        </Strip>
      )}
    </Place>
  )
}
