# SPDX-License-Identifier: Apache-2.0
"""Messages a second of paho, all acknowledged: mqtt_row.py PORT TOPIC FILE COUNT"""

import sys
import threading
import time

import paho.mqtt.client as mqtt

port, topic, file, count = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
payload = open(file, "rb").read()
left = count
connected, done = threading.Event(), threading.Event()


def acknowledged(*_):
    global left
    left -= 1
    if left == 0:
        done.set()


start = time.perf_counter()
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
client.on_connect = lambda *_: connected.set()
client.on_publish = acknowledged
client.max_queued_messages_set(0)
client.connect("127.0.0.1", port)
client.loop_start()
connected.wait()
for _ in range(count):
    client.publish(topic, payload, qos=1)
done.wait()
print(count / (time.perf_counter() - start))
client.disconnect()
client.loop_stop()
