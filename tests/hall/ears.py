"""A subscriber that keeps everything it hears."""

import json
import threading
from contextlib import contextmanager

import paho.mqtt.client as mqtt

from tests.waiting import wait_until


def client(user=None, password=None):
    """Return a client with an account, or without one."""
    made = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
    made.username_pw_set(user, password)
    return made


@contextmanager
def telling(port, *account):
    """Yield a client at the broker, for as long as a test says something."""
    table = client(*account)
    table.connect("127.0.0.1", port)
    table.loop_start()
    yield table
    table.disconnect()
    table.loop_stop()


class Ears:
    """Hear everything below corrido/ that an account may hear; reconnect automatically."""

    def __init__(self, port, *account):
        self.heard: list[tuple[str, bytes, bool]] = []
        self._subscribed, self._left = threading.Event(), threading.Event()
        self._client = client(*account)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe("corrido/#", qos=1)
        self._client.on_subscribe = lambda *_: self._subscribed.set()
        self._client.on_unsubscribe = lambda *_: self._left.set()
        self._client.on_message = lambda _client, _data, message: self.heard.append(
            (message.topic, message.payload, message.retain)
        )
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._subscribed.wait(120)

    def payloads(self, ending):
        """Return the messages on topics with this ending, as JSON."""
        return [json.loads(data) for topic, data, _ in self.heard if topic.endswith(ending)]

    def events(self):
        """Return the received entries, in order."""
        return self.payloads("/event")

    def wait_for(self, ending, count, seconds=120.0):
        """Return whether this many messages with this ending arrive in time."""
        return wait_until(lambda: len(self.payloads(ending)) >= count, seconds)

    def say(self, topic, text):
        """Publish a text."""
        self._client.publish(topic, text, qos=1)

    def close(self):
        """Disconnect; all that was sent before has been heard."""
        self._client.unsubscribe("corrido/#")  # answered in order
        self._left.wait(10)
        self._client.disconnect()
        self._client.loop_stop()
