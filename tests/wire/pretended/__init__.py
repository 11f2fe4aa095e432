"""A small Discord of our own, on loopback: what Discord documents, no more, and what it lets people see.

clock, world, payloads   time, what exists, and how Discord writes it as JSON
limits, errors           the documented limits of every body, the documented errors
gateway                  sockets, and sessions that resume
rest, calls, *_routes    requests: one pipeline for all, and a file for each page of the documentation
faults, buckets          what goes wrong on purpose, from a seed; rate limits
server, witness          both doors on one port; everything that was asked and answered, and waiting for it
process, launcher, pair  the real `magic-mirror run`, in a process of its own; two of them on one database
people, playing          who presses, chooses and writes, and how they play from a seed
reading, records, voice, auditor
                         what the bot's file says, in the bot's words, against what people were shown
clock_watch              that no clock stands still
evening                  all of it, for one table
"""
