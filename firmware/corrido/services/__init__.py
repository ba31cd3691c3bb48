"""The device's services: time, recorder, judge, keys, sound, lights, health, radio."""
