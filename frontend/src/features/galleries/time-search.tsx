import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTyped } from '#frontend/shared/address/use-address.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { Field, Select } from '#frontend/ui/field.tsx'
import { Box, Row, Text } from '#frontend/ui/layout.tsx'
import { galleries } from '#schema/api/galleries.ts'
import { busiestOf, daysOf } from './busy-days.ts'
import { type AboutTime, clockOf, margins, readTime, step, wordsOf, writeTime } from './photo-times.ts'

const { photoHours } = galleries.endpoints

/** The platform's own slider: a thumb's size on a phone, arrow keys on a desk. */
const Slider = chakra('input', {
  base: { width: 'full', height: '11', cursor: 'pointer', accentColor: 'accent', margin: '0' },
})

const usualMargin = 15

type TimeSearchProps = {
  galleryId: string
  /** As the address has it; empty while no time is looked for. */
  time: string
  onSeek: (time: string) => void
}

/** Finds the photos of about a time: a slider over the hours in which photos were taken, and how exactly it is meant. */
export const TimeSearch = ({ galleryId, time, onSeek }: TimeSearchProps) => {
  // More of them come while a gallery is filled.
  const { data } = useQuery(endpointQuery(photoHours, { params: { galleryId }, headers: {} }, { staleFor: '1 min' }))
  const [typed, type] = useTyped(time, onSeek)
  // Chosen before a time is.
  const [other, setOther] = useState<string>()
  const [margin, setMargin] = useState(usualMargin)
  const { hours = [], isMore = false } = data ?? {}
  const sought = readTime(typed)
  const told = daysOf(hours)
  const isTold = !sought || told.length === 0 || told.some(({ day }) => day === sought.day)
  // A link may lead to a day that is not told: it is none of the others, and of its hours nothing is known.
  const days = isTold ? told : daysOf([...hours, `${sought.day}T00`, `${sought.day}T23`].toSorted())
  const shown = days.find(({ day }) => day === (sought?.day ?? other)) ?? busiestOf(days)
  if (!shown) return null
  /** A step before the first photo the slider means no time. */
  const anyTime = shown.first - step
  const about: AboutTime = sought ?? { day: shown.day, at: anyTime, within: margin }
  const seek = (change: Partial<AboutTime>) => {
    const next = { ...about, day: shown.day, ...change }
    type(next.at === anyTime ? '' : writeTime(next))
  }
  const words = sought ? `Around ${clockOf(about.at)}` : 'Any time'
  return (
    <Box role="search" aria-label="By time">
      <Row gap="3" alignItems="flex-end" flexWrap={{ base: 'wrap', sm: 'nowrap' }}>
        {days.length > 1 && (
          <Box flex={{ base: '1 1 100%', sm: '0 0 12rem' }}>
            <Field label="Day">
              <Select
                value={shown.day}
                onChange={({ currentTarget: { value: day } }) => {
                  setOther(day)
                  const next = days.find((each) => each.day === day)
                  if (sought && next) seek({ day, at: Math.min(Math.max(sought.at, next.first), next.last) })
                }}
              >
                {days.map(({ day }) => (
                  <option key={day} value={day}>
                    {formatDay(`${day}T12:00:00`)}
                  </option>
                ))}
              </Select>
            </Field>
          </Box>
        )}
        <Box flex={{ base: '1 1 100%', sm: '1 1 10rem' }}>
          <Field
            label={
              <>
                When were you there?{' '}
                <Text as="span" color="ink.muted" fontWeight="normal">
                  {words}
                </Text>
              </>
            }
          >
            <Slider
              type="range"
              aria-label="When were you there?"
              aria-valuetext={sought ? `Around ${clockOf(about.at)}, ${wordsOf(about)}` : 'Any time'}
              min={anyTime}
              max={shown.last}
              step={step}
              value={about.at}
              onChange={({ currentTarget: { value } }) => seek({ at: Number(value) })}
            />
            <Row justifyContent="space-between" aria-hidden fontSize="sm" color="ink.muted" marginTop="-2">
              <span>{clockOf(shown.first)}</span>
              <span>{clockOf(shown.last)}</span>
            </Row>
          </Field>
        </Box>
        <Box flex={{ base: '1 1 100%', sm: '0 0 9rem' }}>
          <Field label="Give or take">
            <Select
              value={String(about.within)}
              onChange={({ currentTarget: { value } }) => {
                setMargin(Number(value))
                if (sought) seek({ within: Number(value) })
              }}
            >
              {[...new Set([...margins, about.within])]
                .toSorted((one, next) => one - next)
                .map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {minutes === 60 ? '1 hour' : `${String(minutes)} minutes`}
                  </option>
                ))}
            </Select>
          </Field>
        </Box>
      </Row>
      {isMore && (
        <Text textStyle="small" color="ink.muted" marginTop="2">
          There are photos of later days too, which the slider does not reach: among all photos they come after these.
        </Text>
      )}
    </Box>
  )
}
