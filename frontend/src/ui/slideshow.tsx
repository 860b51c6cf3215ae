import { Maximize, Minimize, Pause, Play } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button.tsx'
import { useFocusHandOver } from './use-focus-hand-over.ts'

/** Seconds that one photo stands, the first unless told. */
const paces = [5, 10, 3] as const

/** A picture that takes longer may never come. */
const longestLoadMs = 20_000

type SlideshowProps = {
  /** What stands: each new one has its whole time. */
  at: number
  /** Nothing comes after it: the show ends. */
  isLast: boolean
  /** The next one is waited for: the show stands still until it comes. */
  isWaiting: boolean
  /** What stands is not seen yet: its time begins when it is, or when it has been waited for long enough. */
  isLoading: boolean
  onNext: () => void
}

/** Shows the next photo by itself, until it is stopped or the last photo is shown. */
export const useSlideshow = ({ at, isLast, isWaiting, isLoading, onNext }: SlideshowProps) => {
  const [isOn, setIsOn] = useState(false)
  const [pace, setPace] = useState(0)
  const seconds = paces[pace] ?? paces[0]
  const isPlaying = isOn && !isLast
  const { noteFocus, takeOver } = useFocusHandOver()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each photo begins its time anew.
  useEffect(() => {
    if (!isPlaying || isWaiting) return
    const timer = setTimeout(onNext, seconds * 1_000 + (isLoading ? longestLoadMs : 0))
    return () => clearTimeout(timer)
  }, [isPlaying, isWaiting, isLoading, seconds, at])
  return {
    isPlaying,
    stop: () => setIsOn(false),
    buttons: (
      <>
        {isPlaying && (
          <Button
            variant="stage"
            size="sm"
            aria-label={`${String(seconds)} seconds a photo, change`}
            onFocus={({ currentTarget }) => noteFocus(currentTarget)}
            onClick={() => setPace((pace + 1) % paces.length)}
          >
            {seconds} s
          </Button>
        )}
        <IconButton
          // The pace goes with the end of the show, and leaves the focus here.
          ref={isPlaying ? undefined : takeOver}
          label={isPlaying ? 'Stop the slideshow' : 'Slideshow'}
          variant="stage"
          size="sm"
          ended={isLast}
          onClick={() => setIsOn(!isPlaying)}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
      </>
    ),
  }
}

const onFullScreen = (change: () => void) => {
  document.addEventListener('fullscreenchange', change)
  return () => document.removeEventListener('fullscreenchange', change)
}
const leaveFullScreen = () => {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
}

/**
 * Gives the viewer the whole screen, where the browser can. The page is asked for, not the viewer: a dialog may not be it
 * (https://fullscreen.spec.whatwg.org/#dom-element-requestfullscreen). Leaving the viewer gives the screen back.
 */
export const FullScreenButton = () => {
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null)
  useEffect(() => leaveFullScreen, [])
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      label={isFull ? 'Leave full screen' : 'Full screen'}
      variant="stage"
      size="sm"
      onClick={() =>
        isFull ? leaveFullScreen() : void document.documentElement.requestFullscreen().catch(() => undefined)
      }
    >
      {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
    </IconButton>
  )
}
