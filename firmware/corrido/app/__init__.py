"""The application: it joins the layers of the device and answers a host's commands."""
